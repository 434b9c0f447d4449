import { z } from 'zod'
import { MAIL_DEFERRALS } from '../../domain/deferral.ts'
import { defineJob } from '../../platform/jobs.ts'

const options = { deferrals: MAIL_DEFERRALS }

/** Asks the gateway for the refund. Safe to repeat: the refund's id is the idempotency key. */
export const refundPayment = defineJob('payments.refund', z.object({ paymentId: z.uuid() }), options)

const Alert = z.object({
  paymentId: z.uuid(),
  /** The refund that failed; null when the payment has just arrived. */
  failedRefundId: z.uuid().nullable(),
})

/** Asks for one mail to each operator and one to the support address. */
export const mailOperators = defineJob('payments.mail-operators', Alert, options)

/**
 * One job per mail, so that a rejected address does not affect the others. Without an account the mail goes to support.
 */
export const mailOperator = defineJob(
  'payments.mail-operator',
  Alert.extend({ accountId: z.uuid().nullable() }),
  options,
)
