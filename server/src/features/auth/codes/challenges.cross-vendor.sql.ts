// A sign-in challenge belongs to an email address.

import type { Generated } from 'kysely'
import type { AccountId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'

export type ChallengeKind = 'EMAIL_CODE' | 'SECOND_FACTOR'

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    sign_in_challenge: {
      id: string
      /** What completes the sign-in. */
      kind: Generated<ChallengeKind>
      /** Null when the password was wrong. */
      account_id: AccountId | null
      token_version: number | null
      email_hash: Buffer
      source_hash: Buffer
      tries_left: number
      created_at: Date
      expires_at: Date
    }
  }
}

export const insertChallenge = (
  tx: Tx,
  challenge: {
    id: string
    kind: ChallengeKind
    account: { id: AccountId; tokenVersion: number } | undefined
    emailHash: Buffer
    sourceHash: Buffer
    tries: number
    createdAt: Date
    expiresAt: Date
  },
) =>
  tx
    .insertInto('sign_in_challenge')
    .values({
      id: challenge.id,
      kind: challenge.kind,
      account_id: challenge.account?.id ?? null,
      token_version: challenge.account?.tokenVersion ?? null,
      email_hash: challenge.emailHash,
      source_hash: challenge.sourceHash,
      tries_left: challenge.tries,
      created_at: challenge.createdAt,
      expires_at: challenge.expiresAt,
    })
    .execute()

/** Mailed codes of the account since then. */
export const countChallenges = async (tx: Tx, accountId: AccountId, since: Date) => {
  const { count } = await tx
    .selectFrom('sign_in_challenge')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .where('kind', '=', 'EMAIL_CODE')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const COLUMNS = [
  'kind',
  'account_id as accountId',
  'token_version as tokenVersion',
  'email_hash as emailHash',
  'source_hash as sourceHash',
  'tries_left as triesLeft',
  'expires_at as expiresAt',
] as const

export const findChallenge = (db: Db, id: string) =>
  db.selectFrom('sign_in_challenge').select(COLUMNS).where('id', '=', id).executeTakeFirst()

/** Serialises the guesses at one challenge, so that no more than its tries are checked. */
export const lockChallenge = (tx: Tx, id: string) =>
  tx.selectFrom('sign_in_challenge').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()

export const setTriesLeft = (tx: Tx, id: string, triesLeft: number) =>
  tx.updateTable('sign_in_challenge').set({ tries_left: triesLeft }).where('id', '=', id).execute()

export const purgeChallenges = (db: Db, before: Date) =>
  db.deleteFrom('sign_in_challenge').where('created_at', '<', before).execute()
