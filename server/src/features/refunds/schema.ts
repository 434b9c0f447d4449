import { z } from 'zod'
import { OPERATOR_BASES, REFUND_STATUSES } from '../../domain/billing/refund-request.ts'
import { REFUND_REASON_CHARS_MAX, REFUND_REFERENCE_CHARS_MAX } from '../../domain/limits.ts'
import { ListQuery } from '../../platform/http/pagination.ts'
import { singleLine } from '../vendors/schema.ts'

const WARNING_CODES = [
  'PLAN_CHANGED',
  'BONUS_GRANTED',
  'PLAN_PAID_AGAIN',
  'EARLIER_REFUNDS',
  'FIRST_MONTH_ALREADY_USED',
  'MESSAGES_SENT',
] as const

const Words = singleLine(REFUND_REASON_CHARS_MAX)

export const RequestBody = z
  .strictObject({
    invoiceId: z.string().optional().meta({ description: 'The invoice of the first month' }),
    kind: z.literal('WALLET_EXIT').optional().meta({ description: 'Close the account and pay out the wallet' }),
    reason: Words.meta({ example: 'We have switched to another product.' }),
  })
  .refine(({ invoiceId, kind }) => (invoiceId === undefined) !== (kind === undefined), {
    path: ['invoiceId'],
    error: 'either invoiceId or kind WALLET_EXIT is required',
  })
  .meta({ id: 'NewRefundRequest' })
export type RequestBody = z.output<typeof RequestBody>

export const OpenBody = z
  .strictObject({
    vendorId: z.string(),
    invoiceId: z.string(),
    basis: z.enum(OPERATOR_BASES),
    reason: Words.meta({ example: 'The November plan was charged twice.' }),
  })
  .meta({ id: 'NewRefundByOperator' })
export type OpenBody = z.output<typeof OpenBody>

export const ApproveBody = z
  .strictObject({
    amountMinorUnit: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'A part of the invoice, including GST; defaults to the remaining amount' }),
    note: Words.optional(),
  })
  .meta({ id: 'RefundApproval' })
export type ApproveBody = z.output<typeof ApproveBody>

export const RejectBody = z
  .strictObject({ note: Words.optional().meta({ description: 'Shown to the vendor' }) })
  .meta({ id: 'RefundRejection' })
export type RejectBody = z.output<typeof RejectBody>

export const PaidOutBody = z
  .strictObject({
    reference: singleLine(REFUND_REFERENCE_CHARS_MAX).meta({
      description: 'Bank transfer reference; shown to the vendor',
      example: 'SBIN226319000123',
    }),
  })
  .meta({ id: 'ManualPayout' })
export type PaidOutBody = z.output<typeof PaidOutBody>

export const OperatorQuery = ListQuery.extend({
  status: z.enum(REFUND_STATUSES).optional(),
  vendorId: z.uuid().optional(),
})

export const ExitQuoteView = z
  .object({
    currency: z.string(),
    balanceMinorUnit: z.int(),
    bonusMinorUnit: z.int(),
    refundMinorUnit: z.int().meta({ description: 'Amount that would be paid out' }),
    feeMinorUnit: z.int(),
    feePercent: z.int(),
    forfeitMinorUnit: z.int().meta({ description: 'Bonus credit, and paid funds below the payout minimum' }),
    minimumMinorUnit: z.int().meta({ description: 'Minimum payout; smaller amounts are not paid out' }),
    obstacle: z.string().nullable().meta({ description: 'Why the account cannot be closed yet' }),
    dataRetentionDays: z.int().meta({
      description: 'This many days after closing, contacts, messages and files are deleted for good',
      example: 30,
    }),
  })
  .meta({ id: 'ExitQuote' })

export const RefundView = z
  .object({
    id: z.string(),
    vendorId: z.string(),
    kind: z.enum(['INVOICE', 'WALLET_EXIT']),
    basis: z.enum([...OPERATOR_BASES, 'FIRST_MONTH', 'EXIT']),
    status: z.enum(REFUND_STATUSES),
    invoiceId: z.string().nullable(),
    invoiceNumber: z.string().nullable(),
    reason: z.string(),
    note: z.string().nullable().meta({ description: 'Note of the decision' }),
    currency: z.string(),
    amountMinorUnit: z.int().nullable().meta({ description: 'Refunded amount, set on approval' }),
    feeMinorUnit: z.int(),
    forfeitMinorUnit: z.int(),
    manualPayoutMinorUnit: z.int().meta({
      description: 'The part that cannot be refunded to the original payment method and is paid out manually',
    }),
    paidOutAt: z.string().nullable().meta({ description: 'When the manual payout was made' }),
    paidOutReference: z.string().nullable().meta({ description: 'Bank transfer reference of the manual payout' }),
    failure: z.string().nullable().meta({ description: "The gateway's error code if the refund failed" }),
    payouts: z.array(
      z.object({
        gatewayPaymentId: z.string(),
        gatewayRefundId: z.string().nullable(),
        amountMinorUnit: z.int(),
        status: z.enum(['PLANNED', 'ACCEPTED', 'PROCESSED', 'FAILED']),
      }),
    ),
    requestedAt: z.string(),
    decidedAt: z.string().nullable(),
    decisionReason: z
      .enum(['SUPERSEDED'])
      .nullable()
      .meta({ description: 'Why it was rejected automatically: a payment for the plan arrived' }),
    finishedAt: z.string().nullable(),
  })
  .meta({ id: 'RefundRequest' })
export type RefundView = z.output<typeof RefundView>

export const OperatorRefundView = RefundView.extend({
  refundableMinorUnit: z
    .int()
    .nullable()
    .meta({ description: 'Amount an approval would refund now; null once decided' }),
  decidedBy: z.object({ id: z.string(), email: z.string() }).nullable().meta({ description: 'The operator' }),
  warnings: z
    .array(z.object({ code: z.enum(WARNING_CODES), message: z.string() }))
    .meta({ description: 'Warnings to consider before approving' }),
  pendingApprovalId: z
    .string()
    .nullable()
    .meta({ description: 'The approval or payout of this refund that waits for a second operator' }),
}).meta({ id: 'RefundRequestForOperators' })
