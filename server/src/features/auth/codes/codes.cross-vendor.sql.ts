// A one-time code belongs to an email address.

import { sql } from 'kysely'
import type { WrongGuess } from '../../../domain/accounts/sign-in/otp-tries.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

export type CodePurpose = 'REGISTER' | 'RESET_PASSWORD'
/** Codes of authenticator apps are not mailed; guesses at them have the same limits. */
type GuessPurpose = CodePurpose | 'TOTP'

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    mailed_code: {
      id: string
      email_hash: Buffer
      purpose: CodePurpose
      email_cipher: Buffer
      /** Null once a second source has requested it too. */
      source_hash: Buffer | null
      created_at: Date
      expires_at: Date
    }
    wrong_code: {
      email_hash: Buffer
      purpose: GuessPurpose
      code_id: string
      source_hash: Buffer
      is_known: boolean
      guessed_at: Date
    }
  }
}

/** Serialises the requests for one address, so that concurrent ones do not each create a code. */
export const lockCodeRequests = (tx: Tx, emailHash: Buffer, purpose: CodePurpose) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`mailed_code ${purpose} ${emailHash.toString('hex')}`}, 0))`.execute(
    tx,
  )

export const insertCode = (
  tx: Tx,
  code: {
    id: string
    emailHash: Buffer
    purpose: CodePurpose
    emailCipher: Buffer
    sourceHash: Buffer
    createdAt: Date
    expiresAt: Date
  },
) =>
  tx
    .insertInto('mailed_code')
    .values({
      id: code.id,
      email_hash: code.emailHash,
      purpose: code.purpose,
      email_cipher: code.emailCipher,
      source_hash: code.sourceHash,
      created_at: code.createdAt,
      expires_at: code.expiresAt,
    })
    .execute()

export const findCode = (db: Db, id: string) =>
  db
    .selectFrom('mailed_code')
    .select(['email_hash as emailHash', 'email_cipher as emailCipher', 'purpose', 'expires_at as expiresAt'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Serialises the guesses at the codes of one address, so that no more than its tries are checked. */
export const lockCodes = (tx: Tx, emailHash: Buffer, purpose: CodePurpose) =>
  tx
    .selectFrom('mailed_code')
    .select(['id', 'source_hash as sourceHash', 'created_at as createdAt', 'expires_at as expiresAt'])
    .where('email_hash', '=', emailHash)
    .where('purpose', '=', purpose)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Detaches the code from its source and extends it to the lifetime of a new one. */
export const shareCode = (tx: Tx, id: string, expiresAt: Date) =>
  tx.updateTable('mailed_code').set({ source_hash: null, expires_at: expiresAt }).where('id', '=', id).execute()

export const deleteCode = (tx: Tx, id: string) => tx.deleteFrom('mailed_code').where('id', '=', id).execute()

export const deleteCodes = (tx: Tx, emailHash: Buffer, purpose: CodePurpose) =>
  tx.deleteFrom('mailed_code').where('email_hash', '=', emailHash).where('purpose', '=', purpose).execute()

export const wrongGuessesSince = async (tx: Tx, emailHash: Buffer, purpose: GuessPurpose, since: Date) => {
  const rows = await tx
    .selectFrom('wrong_code')
    .select(['code_id as codeId', 'source_hash as sourceHash', 'is_known as isKnown', 'guessed_at as at'])
    .where('email_hash', '=', emailHash)
    .where('purpose', '=', purpose)
    .where('guessed_at', '>', since)
    .execute()
  return rows.map(
    ({ codeId, sourceHash, isKnown, at }): WrongGuess => ({ codeId, source: sourceHash.toString('hex'), isKnown, at }),
  )
}

export const insertWrongGuess = (
  tx: Tx,
  guess: {
    emailHash: Buffer
    purpose: GuessPurpose
    codeIds: readonly string[]
    source: { hash: Buffer; isKnown: boolean }
    now: Date
  },
) =>
  tx
    .insertInto('wrong_code')
    .values(
      guess.codeIds.map((codeId) => ({
        email_hash: guess.emailHash,
        purpose: guess.purpose,
        code_id: codeId,
        source_hash: guess.source.hash,
        is_known: guess.source.isKnown,
        guessed_at: guess.now,
      })),
    )
    .execute()

export const purgeCodes = async (db: Db, before: Date) => {
  await db.deleteFrom('mailed_code').where('expires_at', '<', before).execute()
  await db.deleteFrom('wrong_code').where('guessed_at', '<', before).execute()
}
