import type { AccountId } from '../../../domain/ids.ts'
import { PLATFORM } from '../../../domain/ids.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { newId } from '../../../platform/ids.ts'
import { addToOutbox } from '../../outbox/add.ts'
import * as sql from '../cross-vendor.sql.ts'
import { mailAlreadyRegistered } from '../jobs.ts'
import type { RegisterBody } from '../schema.ts'
import { hashEmail } from './email-identity.ts'

export const COMPANY_NAME = 'registration.company-name'

/**
 * Every call creates a registration attempt, with the same steps for known and unknown addresses. A job decides later
 * whether the owner of an existing account is notified.
 */
export async function register(
  deps: Pick<Deps, 'db' | 'clock' | 'keyring' | 'blindIndex' | 'signer' | 'passwords'>,
  input: RegisterBody,
) {
  const now = deps.clock.now()
  const cipher = await deps.keyring.of(deps.db, PLATFORM)
  const emailHash = hashEmail(deps, input.email)
  const attempt = {
    id: newId<'account'>(),
    emailHash,
    passwordHash: await hashAttemptPassword(deps, emailHash, input.password),
    companyNameCipher: input.companyName ? cipher.seal(COMPANY_NAME, input.companyName) : null,
    now,
  }
  await inTransaction(deps.db, (tx) => registerWithin(tx, attempt))
  return { userId: attempt.id, email: input.email, status: 'PENDING_VERIFICATION' as const }
}

/**
 * All attempts for one address share a secret salt, so that one hash finds the attempt of a password, however many there
 * are.
 */
const hashAttemptPassword = (
  { passwords, signer }: Pick<Deps, 'passwords' | 'signer'>,
  emailHash: Buffer,
  password: string,
) => passwords.hashWithSalt(password, saltFrom(signer.sign(SALT, emailHash.toString('hex'))))

/** Two hashes while the secret is being replaced, for known and unknown addresses alike. */
export const attemptHashesToMatch = (
  { passwords, signer }: Pick<Deps, 'passwords' | 'signer'>,
  emailHash: Buffer,
  password: string,
) =>
  Promise.all(
    signer
      .validSignatures(SALT, emailHash.toString('hex'))
      .map((signature) => passwords.hashWithSalt(password, saltFrom(signature))),
  )

const SALT = 'registration-salt'
const saltFrom = (signature: Buffer) => signature.subarray(0, 16)

interface Attempt {
  id: AccountId
  emailHash: Buffer
  passwordHash: string
  companyNameCipher: Buffer | null
  now: Date
}

async function registerWithin(tx: Tx, attempt: Attempt) {
  await sql.insertAttempt(tx, attempt)
  await addToOutbox(tx, PLATFORM, mailAlreadyRegistered, { attemptId: attempt.id }, attempt.now)
}
