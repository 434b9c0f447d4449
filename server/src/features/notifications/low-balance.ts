import { inTransaction } from '../../platform/db/db.ts'
import type { HandlersFor } from '../../platform/jobs.ts'
import type * as walletJobDefinitions from '../wallet/jobs.ts'
import { balanceAt } from '../wallet/read.ts'
import { notify } from './notify.ts'

/** Asked for by the wallet, which knows nothing of notices. */
export const walletJobs: HandlersFor<typeof walletJobDefinitions> = {
  async noticeLowBalance(deps, vendorId, { sequence }) {
    const { isExit, ...low } = await balanceAt(deps.db, vendorId, sequence)
    if (isExit) return // emptied to close the account: nobody is to recharge it
    const notice = { kind: 'LOW_BALANCE', ...low } as const
    const now = deps.clock.now()
    await inTransaction(deps.db, (tx) => notify(tx, vendorId, notice, `low-balance-${sequence}`, now))
  },
}
