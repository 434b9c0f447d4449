import { createHash, randomBytes } from 'node:crypto'
import { normalizeRecoveryCode, recoveryCodeOf } from '../../../domain/accounts/sign-in/recovery-code.ts'
import type { AccountId } from '../../../domain/ids.ts'
import { RECOVERY_CODES } from '../../../domain/limits.ts'
import type { Tx } from '../../../platform/db/db.ts'
import * as sql from './factors.cross-vendor.sql.ts'

const CODE_BYTES = 10

/** Replaces all codes. The new ones are only in the response: the stored hashes can verify but not show them. */
export async function issueRecoveryCodes(tx: Tx, accountId: AccountId): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCodeOf(randomBytes(CODE_BYTES)))
  const hashes = codes.map((code) => hashRecoveryCode(accountId, code))
  await sql.replaceRecoveryCodes(tx, accountId, hashes)
  return codes
}

/** Not keyed, so that the codes survive a rotation of keys; eighty random bits need no slow hash. */
const hashRecoveryCode = (accountId: AccountId, code: string) =>
  createHash('sha256')
    .update(`${accountId} ${normalizeRecoveryCode(code)}`)
    .digest()

export const useRecoveryCode = (tx: Tx, accountId: AccountId, code: string) =>
  sql.useRecoveryCode(tx, accountId, hashRecoveryCode(accountId, code))
