import type { OperatorRole } from '../../../domain/accounts/operator-role.ts'
import type { AccountId } from '../../../domain/ids.ts'
import { type Db, inTransaction, type Tx, violatedUnique } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import * as sql from '../cross-vendor.sql.ts'
import { hashEmail, openEmail, sealEmail } from './email-identity.ts'

type AccountDeps = Pick<Deps, 'keyring' | 'blindIndex'>

/** One account per address, across all vendors and operators, enforced by a unique key. */
export async function createAccount(
  tx: Tx,
  deps: AccountDeps,
  account: { id?: AccountId; email: string; passwordHash: string },
  now: Date,
): Promise<AccountId> {
  const id = account.id ?? newId<'account'>()
  const emailHash = hashEmail(deps, account.email)
  try {
    const emailCipher = await sealEmail(deps, tx, account.email)
    await sql.insertAccount(tx, { id, emailHash, emailCipher, passwordHash: account.passwordHash, now })
  } catch (error) {
    if (violatedUnique(error) === 'account_email_unique') throw new AppError('EMAIL_TAKEN')
    throw error
  }
  await sql.deleteAttempts(tx, emailHash)
  return id
}

/** For the command and the seed, which create the first owner. Others are invited. */
export async function createOperator(
  deps: AccountDeps & Pick<Deps, 'db' | 'clock' | 'passwords'>,
  input: { email: string; password: string; role?: OperatorRole | undefined },
) {
  const now = deps.clock.now()
  const passwordHash = await deps.passwords.hash(input.password)
  const { email, role = 'OWNER' } = input
  return inTransaction(deps.db, (tx) => createOperatorWithin(tx, deps, { email, passwordHash, role }, now))
}

export async function createOperatorWithin(
  tx: Tx,
  deps: AccountDeps,
  {
    role,
    invitedBy = null,
    ...account
  }: { id?: AccountId; email: string; passwordHash: string; role: OperatorRole; invitedBy?: AccountId | null },
  now: Date,
) {
  const id = await createAccount(tx, deps, account, now)
  await sql.insertOperator(tx, { id, role, invitedBy, now })
  return id
}

export const findAccountByEmail = (deps: Pick<Deps, 'blindIndex'>, db: Db, email: string) =>
  sql.findAccountByEmail(db, deps.blindIndex.withLater(hashEmail(deps, email)))

/** The addresses of several accounts, by id. */
export async function describeAccounts(deps: Pick<Deps, 'keyring'>, db: Db, ids: readonly AccountId[]) {
  const rows = await sql.findAccounts(db, ids)
  const described = rows.map(async (row) => [row.id, { email: await openEmail(deps, db, row.emailCipher) }] as const)
  return new Map(await Promise.all(described))
}

/** Deletes the account and its sessions: a user who has left a company has nothing to sign in to. */
export const deleteAccount = (tx: Tx, id: AccountId) => sql.deleteAccount(tx, id)
