import { z } from 'zod'
import { UNMATCHED_STATES } from '../../domain/billing/unmatched-payment.ts'
import { ListQuery } from '../../platform/http/pagination.ts'
import { isId, newId } from '../../platform/ids.ts'
import { singleLine } from '../vendors/schema.ts'

const GatewayPaymentId = z.string().regex(/^[\x21-\x7e]{1,100}$/, 'must be a payment id')

export const PaymentParams = z.object({ gatewayPaymentId: GatewayPaymentId })

export const PaymentsQuery = ListQuery.extend({
  state: z.enum(UNMATCHED_STATES).optional().meta({ description: 'UNPLACED: needs a decision' }),
  vendorId: z.uuid().optional(),
  gatewayPaymentId: GatewayPaymentId.optional(),
})

const Reason = singleLine(200).meta({ description: 'Recorded in the audit log' })

export const RefundPaymentBody = z
  .strictObject({ reason: Reason })
  .meta({ id: 'UnplacedPaymentRefund', example: { reason: 'Paid twice' } })

export const CreditPaymentBody = z
  .strictObject({
    vendorId: z.string().refine(isId, 'must be an id').meta({ description: 'The vendor whose wallet is credited' }),
    reason: Reason,
  })
  .meta({ id: 'UnplacedPaymentCredit', example: { vendorId: newId(), reason: 'The customer wants it in the wallet' } })

export const UnmatchedPaymentView = z
  .object({
    gatewayPaymentId: z.string(),
    state: z.enum(UNMATCHED_STATES).meta({
      description:
        'UNPLACED: needs a decision. REFUNDING: refund in progress. PLACED: credited by a replay of its webhook',
    }),
    reason: z.string().meta({ description: 'Why it could not be credited', example: 'DUPLICATE_PAYMENT' }),
    vendorId: z.string().nullable().meta({ description: 'null: unknown order' }),
    companyName: z.string().nullable(),
    orderId: z.string().nullable(),
    gatewayOrderId: z.string().nullable(),
    amountMinorUnit: z.int(),
    currency: z.string(),
    refundedMinorUnit: z.int().meta({ description: 'Amount refunded or being refunded' }),
    arrivedAt: z.string(),
    decidedBy: z.string().nullable().meta({ description: 'The operator' }),
    closedAt: z.string().nullable(),
    creditedVendorId: z.string().nullable(),
    refunds: z.array(
      z.object({
        gatewayRefundId: z.string().nullable(),
        amountMinorUnit: z.int(),
        status: z.enum(['PLANNED', 'ACCEPTED', 'PROCESSED', 'FAILED']),
        failure: z.string().nullable().meta({ description: "The gateway's error code" }),
        requestedBy: z.string().nullable().meta({ description: 'null: refunded directly at the gateway' }),
        createdAt: z.string(),
      }),
    ),
  })
  .meta({ id: 'UnplacedPayment' })
export type UnmatchedPaymentView = z.output<typeof UnmatchedPaymentView>
