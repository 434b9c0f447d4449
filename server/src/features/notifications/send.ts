import type { VendorId } from '../../domain/ids.ts'
import { type Notice, noticeWords } from '../../domain/notices.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { HandlersFor } from '../../platform/jobs.ts'
import { mailLayout, sendMail } from '../../platform/mail.ts'
import { describeAccounts } from '../auth/accounts.ts'
import { listMembers } from '../vendors/members.ts'
import { readProfile } from '../vendors/profile.ts'
import type * as walletJobDefinitions from '../wallet/jobs.ts'
import { balanceAt } from '../wallet/read.ts'
import type * as jobs from './jobs.ts'
import { notify } from './notify.ts'
import * as sql from './sql.ts'

export const notificationJobs: HandlersFor<typeof jobs> = {
  async mailNotification(deps, vendorId, { notificationId }) {
    const row = await sql.findNotification(deps.db, vendorId, notificationId)
    if (!row) return
    const { title, paragraphs, action } = noticeWords({ kind: row.kind, ...row.parameters } as Notice)
    const button = { label: action.label, url: `${deps.publicUrl()}${action.path}` }
    const content = mailLayout({ subject: title, paragraphs, button })
    for (const [i, to] of (await addressesOf(deps, vendorId)).entries())
      await sendMail(deps, { messageId: `${notificationId}-${i}`, to, ...content })
  },
}

/** Asked for by the wallet, which knows nothing of mails. */
export const walletJobs: HandlersFor<typeof walletJobDefinitions> = {
  async noticeLowBalance(deps, vendorId, { sequence }) {
    const { balanceMinorUnit, thresholdMinorUnit, currency } = await balanceAt(deps.db, vendorId, sequence)
    const notice = { kind: 'LOW_BALANCE', balanceMinorUnit, thresholdMinorUnit, currency } as const
    const now = deps.clock.now()
    await inTransaction(deps.db, (tx) => notify(tx, vendorId, notice, `low-balance-${sequence}`, now))
  },
}

/** The billing address, or everybody who administers the vendor. */
async function addressesOf(deps: Deps, vendorId: VendorId): Promise<string[]> {
  const { billingEmail } = await readProfile(deps, deps.db, vendorId)
  if (billingEmail) return [billingEmail]
  const admins = (await listMembers(deps.db, vendorId)).filter(({ role }) => role === 'ADMIN')
  const accounts = await describeAccounts(
    deps,
    deps.db,
    admins.map(({ accountId }) => accountId),
  )
  return [...accounts.values()].map(({ email }) => email)
}
