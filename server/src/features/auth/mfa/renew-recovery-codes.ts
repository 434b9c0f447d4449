import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Person } from '../../../platform/http/principal.ts'
import { assertConfirmedRecently } from './confirm-identity.ts'
import { beginChange, finishChange } from './factor-changes.ts'
import { countFactors } from './factors.cross-vendor.sql.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'

/** For an owner who has used or lost the codes. */
export async function renewRecoveryCodes(deps: Pick<Deps, 'db' | 'clock'>, who: Person) {
  await assertConfirmedRecently(deps, who)
  const now = deps.clock.now()
  return { recoveryCodes: await inTransaction(deps.db, (tx) => renewWithin(tx, who, now)) }
}

async function renewWithin(tx: Tx, who: Person, now: Date) {
  await beginChange(tx, who)
  const { totp, passkeys } = await countFactors(tx, who.accountId)
  if (totp + passkeys === 0)
    throw new AppError('INVALID_STATE', { detail: 'Set up an authenticator app or a passkey first.' })
  const codes = await issueRecoveryCodes(tx, who.accountId)
  await finishChange(tx, who, 'RECOVERY_CODES_REPLACED', now)
  return codes
}
