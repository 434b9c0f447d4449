import type { AccountId, VendorId } from '../../../domain/ids.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Db } from '../../../platform/db/db.ts'
import { countFactors, withFactors } from './factors.cross-vendor.sql.ts'

interface Status {
  account: { id: AccountId }
  /** Null for operators. */
  vendorId: VendorId | null
  mfaRequired: boolean
}

/** Whether the company, or the platform for its operators, requires a second factor. */
const isMfaRequired = (config: Pick<Config, 'OPERATOR_MFA_REQUIRED'>, { vendorId, mfaRequired }: Status) =>
  vendorId === null ? config.OPERATOR_MFA_REQUIRED : mfaRequired

/** Such a person can sign in, set up a factor, and do nothing else; see platform/http/guards/access.ts. */
export async function needsSecondFactor(db: Db, config: Pick<Config, 'OPERATOR_MFA_REQUIRED'>, status: Status) {
  return isMfaRequired(config, status) && !(await withFactors(db, [status.account.id])).has(status.account.id)
}

/** The accounts among these that have a second factor. */
export const accountsWithSecondFactor = (db: Db, ids: readonly AccountId[]) => withFactors(db, ids)

export async function describeFactors(db: Db, config: Pick<Config, 'OPERATOR_MFA_REQUIRED'>, status: Status) {
  const { totp, passkeys, recoveryCodes } = await countFactors(db, status.account.id)
  return { totp: totp > 0, passkeys, recoveryCodesLeft: recoveryCodes, required: isMfaRequired(config, status) }
}
