/** The entities of the gateway in its API format. Times are in whole seconds, amounts in minor units. */

/** Empty notes are an empty array instead of an object, so clients have to handle both. */
export type Notes = Record<string, string> | []

export interface Order {
  id: string
  entity: 'order'
  amount: number
  amount_paid: number
  amount_due: number
  currency: string
  receipt: string | null
  offer_id: null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: Notes
  created_at: number
}

export interface Payment {
  id: string
  entity: 'payment'
  amount: number
  currency: string
  base_amount: number
  status: 'authorized' | 'captured' | 'refunded' | 'failed'
  order_id: string
  invoice_id: string | null
  international: boolean
  method: 'upi' | 'card' | 'netbanking'
  amount_refunded: number
  amount_transferred: number
  refund_status: null | 'partial' | 'full'
  captured: boolean
  description: null
  card_id: string | null
  bank: string | null
  wallet: null
  vpa: string | null
  email: string
  contact: string
  notes: Notes
  fee: number | null
  tax: number | null
  error_code: string | null
  error_description: string | null
  error_source: string | null
  error_step: string | null
  error_reason: string | null
  acquirer_data: Record<string, string | null>
  created_at: number
}

export interface Refund {
  id: string
  entity: 'refund'
  amount: number
  currency: string
  payment_id: string
  notes: Notes
  receipt: string | null
  acquirer_data: { arn: string | null }
  created_at: number
  batch_id: null
  status: 'pending' | 'processed' | 'failed'
  speed_processed: 'normal'
  speed_requested: 'normal' | 'optimum'
}

export interface Plan {
  id: string
  entity: 'plan'
  interval: number
  period: 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'yearly'
  item: { id: string; name: string; amount: number; currency: string; active: true; type: 'plan' }
  notes: Notes
  created_at: number
}

export interface Subscription {
  id: string
  entity: 'subscription'
  plan_id: string
  customer_id: string
  status: 'authenticated' | 'active' | 'pending' | 'halted' | 'cancelled' | 'completed'
  type: number
  current_start: number | null
  current_end: number | null
  ended_at: number | null
  quantity: number
  notes: Notes
  charge_at: number | null
  start_at: number
  end_at: number
  auth_attempts: number
  total_count: number
  paid_count: number
  customer_notify: boolean
  created_at: number
  expire_by: number | null
  short_url: string
  has_scheduled_changes: boolean
  change_scheduled_at: number | null
  source: 'api'
  offer_id: null
  remaining_count: number
}
