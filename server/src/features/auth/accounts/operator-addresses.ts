import type { AccountId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import * as sql from '../cross-vendor.sql.ts'
import { openEmail } from './email-identity.ts'
import * as operators from './operators.cross-vendor.sql.ts'

export const listOperatorIds = (db: Db) => operators.listOperatorIds(db)

export const listOwnerIds = (db: Db) => operators.listOwnerIds(db)

/** Undefined when the account is not an active operator. */
export async function operatorAddress({ db, keyring }: Pick<Deps, 'db' | 'keyring'>, id: AccountId) {
  const account = await sql.findAccount(db, id)
  if (account?.status !== 'ACTIVE' || !account.operatorId) return undefined
  return openEmail({ keyring }, db, account.emailCipher)
}
