import { quotedName } from '../../domain/accounts/quoted-name.ts'
import { formatAmount, reasonForOperators } from '../../domain/billing/unmatched-payment.ts'
import type { AccountId } from '../../domain/ids.ts'
import { PLATFORM } from '../../domain/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { HandlersFor } from '../../platform/jobs.ts'
import { mailLayout, sendMail } from '../../platform/mail.ts'
import { listOperatorIds, operatorAddress } from '../auth/accounts/operator-addresses.ts'
import { addToOutbox } from '../outbox/add.ts'
import * as jobs from './jobs.ts'
import { requestRefunds } from './unmatched/refund-unmatched.ts'
import * as sql from './unmatched/unmatched.cross-vendor.sql.ts'

export const paymentJobs: HandlersFor<typeof jobs> = {
  refundPayment: (deps, _vendorId, { paymentId }) => requestRefunds(deps, paymentId),

  async mailOperators(deps, _vendorId, alert) {
    const now = deps.clock.now()
    const recipients = [null, ...(await listOperatorIds(deps.db))]
    await inTransaction(deps.db, async (tx) => {
      for (const accountId of recipients)
        await addToOutbox(tx, PLATFORM, jobs.mailOperator, { ...alert, accountId }, now)
    })
  },

  async mailOperator(deps, _vendorId, { paymentId, failedRefundId, accountId }) {
    const to = accountId ? await operatorAddress(deps, accountId as AccountId) : deps.config.SUPPORT_EMAIL
    const payment = await sql.findUnmatched(deps.db, paymentId)
    if (!to || !payment) return // the account is no longer an operator
    const messageId = `unplaced-${failedRefundId ?? paymentId}-${accountId ?? 'support'}`
    const url = `${deps.publicUrl()}/admin/payments`
    await sendMail(deps, { messageId, to, ...mailLayout(mailContent(payment, failedRefundId !== null, url)) })
  },
}

function mailContent(payment: sql.UnmatchedRow & { companyName: string | null }, hasFailed: boolean, url: string) {
  const amount = formatAmount(payment.amount_minor_unit, payment.currency)
  const vendor = payment.companyName === null ? 'an unknown vendor' : quotedName(payment.companyName)
  const arrived = `Payment ${payment.gateway_payment_id} of ${amount} from ${vendor} could not be credited: ${reasonForOperators(payment.reason)}.`
  return {
    subject: hasFailed ? `Refund of ${amount} failed` : `Payment of ${amount} needs a decision`,
    paragraphs: [
      ...(hasFailed ? ['The payment gateway rejected the refund you requested.'] : []),
      arrived,
      'Refund it to the original payment method or credit it to a wallet.',
    ],
    button: { label: 'Review unmatched payments', url },
  }
}
