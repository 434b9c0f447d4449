import { z } from 'zod'
import { RECHARGE_MINOR_UNIT_MAX, RECHARGE_MINOR_UNIT_MIN } from '../../domain/limits.ts'
import { isId } from '../../platform/ids.ts'

/** A malformed id is answered like an unknown one; see problem.ts. */
export const OrderParams = z.object({ orderId: z.string().refine(isId) })

export const RechargeBody = z.strictObject({
  amountMinorUnit: z
    .int()
    .min(RECHARGE_MINOR_UNIT_MIN)
    .max(RECHARGE_MINOR_UNIT_MAX)
    .meta({ description: 'In minor units of the wallet currency, such as paise', example: 50_000 }),
})

/** The view of a new order of any type. */
export const NewOrderView = z.object({
  orderId: z.uuid(),
  gatewayOrderId: z.string(),
  amountMinorUnit: z.int(),
  currency: z.string(),
  keyId: z.string().meta({ description: 'For the payment gateway checkout' }),
  checkoutUrl: z.string().meta({ description: 'The page to pay the order on' }),
})

/** As operators see it in the list of one vendor. */
export const VendorOrderView = z
  .object({
    id: z.string(),
    type: z.enum(['WALLET', 'ONBOARDING', 'CYCLE', 'PLAN_CHANGE']).meta({ description: 'What the order is for' }),
    status: z.enum(['CREATED', 'PAID', 'FAILED', 'EXPIRED']),
    amountMinorUnit: z.int(),
    currency: z.string(),
    gatewayOrderId: z.string(),
    gatewayPaymentId: z.string().nullable(),
    createdAt: z.string(),
    expiresAt: z.string(),
    paidAt: z.string().nullable(),
  })
  .meta({
    id: 'VendorOrder',
    example: {
      id: '0190f3c2-7d1e-7c3a-9f00-2b6f1d3c4e5f',
      type: 'WALLET',
      status: 'PAID',
      amountMinorUnit: 50_000,
      currency: 'INR',
      gatewayOrderId: 'order_DESlLckIVRkHWj',
      gatewayPaymentId: 'pay_DESlfW9H8K9uqM',
      createdAt: '2026-11-15T09:30:00.000Z',
      expiresAt: '2026-11-16T09:30:00.000Z',
      paidAt: '2026-11-15T09:31:00.000Z',
    },
  })

export const OrderView = z.object({
  status: z.enum(['CREATED', 'PAID', 'FAILED', 'EXPIRED']),
  invoiceIds: z.array(z.uuid()),
  type: z.enum(['WALLET', 'ONBOARDING', 'CYCLE', 'PLAN_CHANGE']).meta({ description: 'What the order is for' }),
  amountMinorUnit: z.int(),
  currency: z.string(),
  checkoutUrl: z
    .string()
    .nullable()
    .meta({ description: 'The page to pay the order on; null if it can no longer be paid' }),
})
