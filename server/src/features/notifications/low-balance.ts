import { inTransaction } from '../../platform/db/db.ts'
import type { HandlersFor } from '../../platform/jobs.ts'
import type * as walletJobDefinitions from '../wallet/jobs.ts'
import { readBalanceAfter } from '../wallet/read.ts'
import { notify } from './notify.ts'

/** The wallet enqueues this job; it does not depend on notifications itself. */
export const walletJobs: HandlersFor<typeof walletJobDefinitions> = {
  async notifyLowBalance(deps, vendorId, { sequence }) {
    const { isExit, ...low } = await readBalanceAfter(deps.db, vendorId, sequence)
    if (isExit) return // emptied to close the account: no recharge is wanted
    const notification = { kind: 'LOW_BALANCE', ...low } as const
    const now = deps.clock.now()
    await inTransaction(deps.db, (tx) => notify(tx, vendorId, notification, `low-balance-${sequence}`, now))
  },
}
