import type { AccountId } from '../../domain/ids.ts'
import { PLATFORM } from '../../domain/ids.ts'
import { hashPassword } from '../../platform/crypto/passwords.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'
import { addToOutbox } from '../outbox/add.ts'
import { hashEmail } from './email-identity.ts'
import { mailAlreadyRegistered } from './jobs.ts'
import type { RegisterBody } from './schema.ts'
import * as sql from './sql.ts'

export const COMPANY_NAME = 'registration.company-name'

/**
 * Each call is an attempt of its own, whoever has the address: the same steps run for a known and an unknown one, and a
 * job decides later whether the owner has to be told.
 */
export async function register(deps: Pick<Deps, 'db' | 'clock' | 'keyring' | 'blindIndex'>, input: RegisterBody) {
  const now = deps.clock.now()
  const cipher = await deps.keyring.of(deps.db, PLATFORM)
  const attempt = {
    id: newId<'account'>(),
    emailHash: hashEmail(deps, input.email),
    passwordHash: await hashPassword(input.password),
    companyNameCipher: input.companyName ? cipher.seal(COMPANY_NAME, input.companyName) : null,
    now,
  }
  await inTransaction(deps.db, (tx) => registerIn(tx, attempt))
  return { userId: attempt.id, email: input.email, status: 'PENDING_VERIFICATION' as const }
}

interface Attempt {
  id: AccountId
  emailHash: Buffer
  passwordHash: string
  companyNameCipher: Buffer | null
  now: Date
}

async function registerIn(tx: Tx, attempt: Attempt) {
  await sql.insertAttempt(tx, attempt)
  await addToOutbox(tx, PLATFORM, mailAlreadyRegistered, { attemptId: attempt.id }, attempt.now)
}
