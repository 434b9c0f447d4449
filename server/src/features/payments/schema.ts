import { z } from 'zod'
import { UNMATCHED_STATES } from '../../domain/billing/unmatched-payment.ts'
import { ListQuery } from '../../platform/http/pagination.ts'
import { newId } from '../../platform/ids.ts'
import { singleLine } from '../vendors/schema.ts'

const GatewayPaymentId = z.string().regex(/^[\x21-\x7e]{1,100}$/, 'must be a payment id')

export const PaymentParams = z.object({ gatewayPaymentId: GatewayPaymentId })

export const PaymentsQuery = ListQuery.extend({
  state: z.enum(UNMATCHED_STATES).optional().meta({ description: 'UNPLACED: needs a decision' }),
  vendorId: z.uuid().optional(),
  gatewayPaymentId: GatewayPaymentId.optional(),
})

const PAYMENT_EXAMPLE = {
  gatewayPaymentId: 'pay_DESlfW9H8K9uqM',
  state: 'PLACED' as const,
  reason: null,
  amountMinorUnit: 50_000,
  currency: 'INR',
  refundedMinorUnit: 0,
  arrivedAt: '2026-11-15T09:31:00.000Z',
  orderId: '0190f3c2-7d1e-7c3a-9f00-2b6f1d3c4e60',
  orderType: 'WALLET' as const,
  gatewayOrderId: 'order_DESlLckIVRkHWj',
  invoices: [{ id: '0190f3c2-7d1e-7c3a-9f00-2b6f1d3c4e61', invoiceNumber: 'HRK-2026-00042', type: 'WALLET_RECHARGE' }],
}

const Reason = singleLine(200).meta({ description: 'Recorded in the audit log' })

export const RefundPaymentBody = z
  .strictObject({ reason: Reason })
  .meta({ id: 'UnplacedPaymentRefund', example: { reason: 'Paid twice' } })

export const CreditPaymentBody = z
  .strictObject({
    vendorId: z.string().meta({ description: 'The vendor whose wallet is credited' }),
    reason: Reason,
  })
  .meta({ id: 'UnplacedPaymentCredit', example: { vendorId: newId(), reason: 'The customer wants it in the wallet' } })

/** A payment of one vendor, credited or not. */
export const VendorPaymentView = z
  .object({
    gatewayPaymentId: z.string(),
    state: z.enum(UNMATCHED_STATES).meta({
      description:
        'PLACED: credited. UNPLACED: could not be credited and needs a decision. CREDITED, REFUNDING, REFUNDED: decided by an operator',
    }),
    reason: z.string().nullable().meta({ description: 'Why it could not be credited at once' }),
    amountMinorUnit: z.int(),
    currency: z.string(),
    refundedMinorUnit: z.int().meta({ description: 'Amount refunded or being refunded' }),
    arrivedAt: z.string(),
    orderId: z.string().nullable().meta({ description: 'null: a charge of the mandate, or an unknown order' }),
    orderType: z.enum(['WALLET', 'ONBOARDING', 'CYCLE', 'PLAN_CHANGE']).nullable(),
    gatewayOrderId: z.string().nullable(),
    invoices: z.array(z.object({ id: z.string(), invoiceNumber: z.string().nullable(), type: z.string() })),
  })
  .meta({ id: 'VendorPayment', example: PAYMENT_EXAMPLE })
export type VendorPaymentView = z.output<typeof VendorPaymentView>

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

export const PaymentView = VendorPaymentView.extend({
  vendorId: z.string().nullable().meta({ description: 'null: a payment that matches no vendor' }),
  companyName: z.string().nullable(),
  unmatched: UnmatchedPaymentView.nullable().meta({ description: 'Set if the payment could not be credited at once' }),
}).meta({
  id: 'Payment',
  example: {
    ...PAYMENT_EXAMPLE,
    vendorId: '0190f3c2-7d1e-7c3a-9f00-2b6f1d3c4e62',
    companyName: 'Asha Traders',
    unmatched: null,
  },
})
export type PaymentView = z.output<typeof PaymentView>
