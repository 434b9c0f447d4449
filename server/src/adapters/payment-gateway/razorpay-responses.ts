import { z } from 'zod'

/** The fields that we read of the gateway's responses. */
const amount = z.int().nonnegative().transform(BigInt)

export const OrderResponse = z.object({
  id: z.string().min(1),
  status: z.enum(['created', 'attempted', 'paid']),
})

const Payment = z.object({
  id: z.string().min(1),
  amount,
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  invoice_id: z.string().nullish(),
  amount_refunded: z.int().nonnegative().nullish(),
  refund_status: z.string().nullish(),
})
export const PaymentsResponse = z.object({ items: z.array(Payment) })

/** A payment that was refunded in part keeps the status `captured`. */
export const isRefunded = (payment: {
  status: string
  amount_refunded?: number | null | undefined
  refund_status?: string | null | undefined
}) => payment.status === 'refunded' || Boolean(payment.amount_refunded) || Boolean(payment.refund_status)

export const RefundResponse = z.object({
  id: z.string().min(1),
  amount,
  status: z.enum(['pending', 'processed', 'failed']),
})

/** Empty notes are a list instead of an object. */
const Notes = z.union([z.record(z.string(), z.coerce.string()), z.array(z.unknown()).transform(() => ({}))])
export const RefundsResponse = z.object({ items: z.array(RefundResponse.extend({ notes: Notes.default({}) })) })

export const PlanResponse = z.object({ id: z.string().min(1) })

export const SubscriptionResponse = z.object({
  id: z.string().min(1),
  short_url: z.string().nullish(),
  status: z.enum([
    'created',
    'authenticated',
    'active',
    'pending',
    'halted',
    'cancelled',
    'completed',
    'expired',
    'paused',
  ]),
})
