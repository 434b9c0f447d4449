import type { Cycle } from '../../../src/domain/billing/billing-cycle.ts'
import type { ListedPlan } from '../../../src/domain/billing/subscription.ts'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import type { VendorId } from '../../../src/domain/ids.ts'
import { creditWallet } from '../../../src/features/admin/wallet/credit.ts'
import { listOperatorIds } from '../../../src/features/auth/accounts/operator-addresses.ts'
import { orderRecharge } from '../../../src/features/orders/recharge.ts'
import { handleSubscriptionEvent } from '../../../src/features/payments/handle-subscription-event.ts'
import { settlePayment } from '../../../src/features/payments/settle.ts'
import { approveRefund, rejectRefund } from '../../../src/features/refunds/decide.ts'
import { refundJobs } from '../../../src/features/refunds/job-handlers.ts'
import { applyRefundEvent } from '../../../src/features/refunds/payouts/refund-event.ts'
import { readAnyRequest } from '../../../src/features/refunds/read.ts'
import { openRefund, requestRefund } from '../../../src/features/refunds/requests/request.ts'
import { withdrawRequest } from '../../../src/features/refunds/requests/withdraw.ts'
import { insertGatewaySubscription } from '../../../src/features/subscriptions/gateway/gateway.sql.ts'
import { cancelPlan } from '../../../src/features/subscriptions/lifecycle/cancel.ts'
import { readSubscription } from '../../../src/features/subscriptions/lifecycle/current.ts'
import { setSubscriptionByOperator } from '../../../src/features/subscriptions/operator.ts'
import { OperatorTerms } from '../../../src/features/subscriptions/operator-schema.ts'
import { unusedValueOf } from '../../../src/features/subscriptions/plans/apply-plan-change.ts'
import { changePlan } from '../../../src/features/subscriptions/plans/change-plan.ts'
import { orderOnboarding } from '../../../src/features/subscriptions/plans/onboard.ts'
import { orderCycle } from '../../../src/features/subscriptions/plans/pay.ts'
import { present } from '../../../src/features/subscriptions/present.ts'
import { updateProfile } from '../../../src/features/vendors/profile.ts'
import { inTransaction } from '../../../src/platform/db/db.ts'
import type { Deps } from '../../../src/platform/deps.ts'
import type { Operator, VendorPrincipal } from '../../../src/platform/http/principal.ts'
import { NO_IDEMPOTENCY_KEY } from '../../../src/platform/idempotency/idempotency.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { JobHandler } from '../../../src/platform/jobs.ts'
import type { GatewayRefund, GatewayRefundRequest } from '../../../src/ports/payment-gateway.ts'
import { gatewayId } from '../payments/gateway-events.ts'
import { fakeGateway } from '../payments/payments.ts'
import type { TestProduct } from '../product.ts'
import { bareVendor } from './invoices.ts'

const processRefund = refundJobs.processRefund as JobHandler<{ requestId: string }>
type Ordered = { gatewayOrderId: string; amountMinorUnit: number; currency: string }
type SentRefund = GatewayRefund & { gatewayPaymentId: string; vendorId: string }

/** A vendor with its own clock and gateway that calls use cases directly, so that a history takes milliseconds. */
export async function moneyFixture(product: TestProduct, start: Date) {
  let now = start
  const refunds = new Map<string, SentRefund>()
  const script: { refund: GatewayRefund['status'] } = { refund: 'processed' }
  const gateway = {
    ...fakeGateway(),
    async refund({ idempotencyKey, gatewayPaymentId, amountMinorUnit, notes }: GatewayRefundRequest) {
      const known = refunds.get(idempotencyKey)
      if (known) return known
      const vendorId = String(notes['vendorId'])
      const sent = { gatewayRefundId: gatewayId('rfnd'), gatewayPaymentId, amountMinorUnit, vendorId }
      const refund = { ...sent, status: script.refund }
      refunds.set(idempotencyKey, refund)
      return refund
    },
  }
  // No life waits for a second operator; tests of approvals do.
  const config = { ...product.deps.config, APPROVAL_THRESHOLD_INR_PAISE: Number.MAX_SAFE_INTEGER }
  const deps: Deps = { ...product.deps, gateway, config, clock: { ...product.deps.clock, now: () => now } }
  const [accountId] = await listOperatorIds(deps.db)
  const operator = { kind: 'operator', accountId } as Operator
  const { vendorId } = await bareVendor(product)
  const who = { kind: 'vendor', vendorId, role: 'ADMIN', accountId: newId<'account'>() } as VendorPrincipal

  const paymentOf = (order: Ordered, gatewayPaymentId: string) => ({
    gatewayPaymentId,
    gatewayOrderId: order.gatewayOrderId,
    amountMinorUnit: BigInt(order.amountMinorUnit),
    currency: order.currency,
    isCaptured: true,
    isRefunded: false,
    invoiceId: null,
    method: null,
    notedVendorIds: [],
  })
  const capture = (order: Ordered, gatewayPaymentId = gatewayId('pay')) =>
    settlePayment(deps, paymentOf(order, gatewayPaymentId))
  const orderPlan = (plan: ListedPlan, cycle: Cycle = 'MONTHLY') =>
    orderOnboarding(deps, who, { plan, cycle }, NO_IDEMPOTENCY_KEY)
  const onboard = async (plan: ListedPlan, cycle: Cycle = 'MONTHLY') => {
    const order = await orderPlan(plan, cycle)
    return { order, outcome: await capture(order) }
  }
  const subscription = () => readSubscription(deps.db, vendorId, now)
  const invoices = () =>
    deps.db
      .selectFrom('invoice')
      .selectAll()
      .where('vendor_id', '=', vendorId)
      .where('type', '=', 'SUBSCRIPTION')
      .where('invoice_number', 'is not', null)
      .orderBy('id')
      .execute()

  return {
    vendorId,
    deps,
    script,
    refunds,
    orderPlan,
    onboard,
    capture,
    /** An operator replays the webhook of this payment. */
    replay: (order: Ordered, gatewayPaymentId: string) =>
      settlePayment(deps, paymentOf(order, gatewayPaymentId), { isReplay: true }),
    /** The terms that an operator sets, as the body of the request. */
    setTerms: (terms: object) => setSubscriptionByOperator(deps, operator, vendorId, OperatorTerms.parse(terms)),
    invoices,
    /** The id of the first paid invoice, or of the one at this index. */
    invoice: async (place = 0) => (await invoices()).at(place)?.id ?? '',
    setGstin: (gstin: string) => updateProfile(deps, who, { gstin }),
    now: () => now,
    at: (instant: Date) => {
      now = instant
    },
    pass: (hours: number) => {
      now = new Date(now.getTime() + hours * HOUR_MS)
    },
    change: (plan: ListedPlan, cycle: Cycle = 'MONTHLY') => changePlan(deps, who, { plan, cycle }, NO_IDEMPOTENCY_KEY),
    cancel: () => cancelPlan(deps, who, NO_IDEMPOTENCY_KEY),
    orderCycle: () => orderCycle(deps, who, NO_IDEMPOTENCY_KEY),
    recharge: async (amountMinorUnit: number) =>
      capture(await orderRecharge(deps, who, { amountMinorUnit }, NO_IDEMPOTENCY_KEY)),
    ask: async (invoiceId: string) =>
      (await requestRefund(deps, who, { invoiceId, reason: 'Changed our minds' }, NO_IDEMPOTENCY_KEY)).id,
    askExit: async () =>
      (await requestRefund(deps, who, { kind: 'WALLET_EXIT', reason: 'Leaving' }, NO_IDEMPOTENCY_KEY)).id,
    open: async (invoiceId: string, basis: 'PLATFORM_ERROR' | 'DOUBLE_CHARGE' = 'PLATFORM_ERROR') =>
      (await openRefund(deps, operator, { vendorId, invoiceId, basis, reason: 'Our mistake' }, NO_IDEMPOTENCY_KEY)).id,
    withdraw: (id: string) => withdrawRequest(deps, who, id),
    approve: (id: string, amountMinorUnit?: number) =>
      approveRefund(deps, operator, id, amountMinorUnit === undefined ? {} : { amountMinorUnit }, NO_IDEMPOTENCY_KEY),
    reject: (id: string) => rejectRefund(deps, operator, id, { note: 'No' }, NO_IDEMPOTENCY_KEY),
    read: (id: string) => readAnyRequest(deps, id),
    /** Runs the job that calls the gateway. */
    process: (requestId: string) => processRefund(deps, vendorId, { requestId }),
    /** The gateway's event about a refund that it had accepted. */
    settleRefund: (requestId: string, status: 'processed' | 'failed') => {
      const refund = refunds.get(requestId)
      if (!refund) throw new Error('the gateway knows no such refund')
      refunds.set(requestId, { ...refund, status })
      return inTransaction(deps.db, (tx) => applyRefundEvent(tx, deps, { ...refund, status }, now))
    },
    credit: (amountMinorUnit: number, type: 'CREDIT' | 'BONUS') =>
      creditWallet(deps, operator, { vendorId, amountMinorUnit, type, reason: 'Goodwill' }, NO_IDEMPOTENCY_KEY),
    subscription,
    seen: async () => {
      const row = await subscription()
      if (!row) throw new Error('no subscription')
      return present(deps, deps.db, row, now)
    },
    unused: async () => {
      const row = await subscription()
      return row ? unusedValueOf(deps.db, row, now) : 0n
    },
    /** The gateway charges the next cycle at the current price. */
    charge: () => chargeByMandate(deps, vendorId, now),
  }
}

export type MoneyFixture = Awaited<ReturnType<typeof moneyFixture>>

async function chargeByMandate(deps: Deps, vendorId: VendorId, now: Date) {
  const row = await readSubscription(deps.db, vendorId, now)
  if (!row) throw new Error('no subscription')
  const gatewaySubId = gatewayId('sub')
  const total = row.cycle_amount_paise + ((row.cycle_amount_paise * 9n + 50n) / 100n) * 2n
  await inTransaction(deps.db, (tx) =>
    insertGatewaySubscription(tx, vendorId, {
      gateway_sub_id: gatewaySubId,
      subscription_id: row.id,
      base_paise: row.cycle_amount_paise,
      amount_minor_unit: total,
      mandate_url: null,
      mandate: 'ACTIVE',
      // There may be others: one that was replaced a moment ago can still charge.
      replaced_at: now,
      closed_at: now,
      created_at: now,
    }),
  )
  const payment = {
    gatewayPaymentId: gatewayId('pay'),
    gatewayOrderId: null,
    amountMinorUnit: total,
    currency: 'INR',
    isCaptured: true,
    isRefunded: false,
    invoiceId: 'inv_1',
    method: null,
    notedVendorIds: [],
  }
  return {
    paid: total,
    outcome: await handleSubscriptionEvent(deps, { gatewaySubId, kind: 'charged', at: now, payment }),
  }
}
