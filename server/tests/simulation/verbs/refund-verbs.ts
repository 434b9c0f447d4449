import { created, type Expected, ok, recent, refusal, sensible, type Verb } from '../engine/verb.ts'
import type { Walker } from '../engine/walker.ts'
import { promiseRefund, recordPayout, waitForSecond } from '../model/approvals.ts'
import { approveExit, exitParts, whyNotClosable } from '../model/exit.ts'
import { find, type Model, type Payout, type RefundRequest } from '../model/model.ts'
import {
  approveInvoice,
  type GatewayAnswer,
  isOpen,
  notRefundable,
  refundable,
  vendorMayNotAsk,
} from '../model/refunds.ts'
import { refundBody, webhookHeaders } from '../world/gateway-webhooks.ts'
import { closedOr } from './access.ts'

const blank = {
  gstin: null,
  superseded: false,
  amount: null,
  fee: 0,
  forfeit: 0,
  manual: 0,
  isPaidOut: false,
  jobDue: null,
  failures: 0,
} as const
const addRequest = (model: Model, request: Pick<RefundRequest, 'name' | 'kind' | 'basis' | 'invoice'>) => {
  const currency = request.kind === 'INVOICE' ? 'INR' : model.currency
  model.requests.push({ ...blank, ...request, currency, status: 'REQUESTED', requestedAt: model.now, payouts: [] })
}

const pickInvoice = (model: Model, pick: (from: readonly number[]) => number | undefined) => {
  const plans = model.invoices.flatMap(({ type }, at) => (type === 'SUBSCRIPTION' ? [at] : []))
  return pick(plans.length > 0 ? plans : model.invoices.map((_, at) => at))
}

const hasOpen = (model: Model, invoice: number | null) =>
  model.requests.some((one) => one.invoice === invoice && isOpen(one))

const ask: Verb = {
  name: 'ask for a refund',
  weight: 5,
  followedBy: ['operator approves the refund', 'change plan'],
  choose(model, random) {
    const invoice = pickInvoice(model, (from) => recent(random, from))
    return invoice === undefined ? undefined : { invoice }
  },
  predict: (model, args, name) =>
    closedOr(model, () => {
      const invoice = Number(args['invoice'])
      const refused = vendorMayNotAsk(model, invoice)
      if (refused) return refused
      if (hasOpen(model, invoice)) return refusal(409, 'REFUND_OPEN')
      addRequest(model, { name, kind: 'INVOICE', basis: 'FIRST_MONTH', invoice })
      return created({ status: 'REQUESTED' })
    }),
  async run(walker, args, name) {
    const body = { invoiceId: walker.invoice(Number(args['invoice'])), reason: 'We changed our minds.' }
    const answer = await walker.post('/billing/refund-requests', body)
    if (answer.status === 201) walker.ids.set(name, answer.body.id)
    return answer
  },
}

const openByOperator: Verb = {
  name: 'operator opens a refund',
  weight: 5,
  followedBy: ['operator approves the refund'],
  choose: ask.choose,
  predict(model, args, name) {
    const invoice = Number(args['invoice'])
    const refused = notRefundable(model, invoice)
    if (refused) return refused
    if (hasOpen(model, invoice)) return refusal(409, 'REFUND_OPEN')
    addRequest(model, { name, kind: 'INVOICE', basis: 'PLATFORM_ERROR', invoice })
    return created({ status: 'REQUESTED' })
  },
  async run(walker, args, name) {
    const invoiceId = walker.invoice(Number(args['invoice']))
    const body = { vendorId: walker.vendorId, invoiceId, basis: 'PLATFORM_ERROR', reason: 'Our mistake' }
    const answer = await walker.post('/admin/refunds', body, 'operator')
    if (answer.status === 201) walker.ids.set(name, answer.body.id)
    return answer
  },
}

const exit: Verb = {
  name: 'ask to leave',
  weight: 1,
  choose: () => ({}),
  predict: (model, _args, name) =>
    closedOr(model, () => {
      if (whyNotClosable(model)) return refusal(409, 'INVALID_STATE')
      if (model.requests.some((one) => one.kind === 'WALLET_EXIT' && isOpen(one))) return refusal(409, 'REFUND_OPEN')
      addRequest(model, { name, kind: 'WALLET_EXIT', basis: 'EXIT', invoice: null })
      return created({ status: 'REQUESTED' })
    }),
  async run(walker, _args, name) {
    const answer = await walker.post('/billing/refund-requests', { kind: 'WALLET_EXIT', reason: 'Leaving' })
    if (answer.status === 201) walker.ids.set(name, answer.body.id)
    return answer
  },
}

const withdraw: Verb = {
  name: 'withdraw the request',
  weight: 2,
  choose(model, random) {
    const request = sensible(random, model.requests, ({ status }) => status === 'REQUESTED')
    return request && { request: request.name }
  },
  predict: (model, args) =>
    closedOr(model, () => {
      const request = find(model.requests, String(args['request']))
      if (request.status !== 'REQUESTED') return refusal(409, 'INVALID_STATE')
      request.status = 'WITHDRAWN'
      return ok({ status: 'WITHDRAWN' })
    }),
  run: (walker, args) =>
    walker.call('admin', 'DELETE', `/billing/refund-requests/${walker.id(String(args['request']))}`),
}

export const ANSWERS: readonly GatewayAnswer[] = ['processed', 'processed', 'pending', 'pending', 'failed', 'refused']

const approve: Verb = {
  name: 'operator approves the refund',
  weight: 8,
  followedBy: ['operator decides an approval', 'gateway settles the refund', 'a refund is given up', 'change plan'],
  settles: 0.5,
  choose(model, random) {
    const request = sensible(random, model.requests, ({ status }) => status === 'REQUESTED')
    if (!request || (request.status !== 'REQUESTED' && random.chance(0.5))) return undefined
    const part = request.basis === 'PLATFORM_ERROR' && random.chance(0.4) ? 1 + random.below(300_000) : null
    return { request: request.name, part, gateway: random.pick(ANSWERS) }
  },
  predict(model, args, name) {
    const request = find(model.requests, String(args['request']))
    if (request.status !== 'REQUESTED') return refusal(409, 'INVALID_STATE')
    const part = args['part'] as number | null
    const amount = request.kind === 'INVOICE' ? refundable(model, request, part) : payoutOf(model)
    if (typeof amount !== 'number') return amount
    const isInvoice = request.kind === 'INVOICE'
    const currency = isInvoice ? 'INR' : model.currency
    const waits = waitForSecond(model, { name, kind: 'REFUND', amount, currency, subject: request.name })
    if (waits) return waits
    const approved = isInvoice ? approveInvoice(model, request, amount) : approveExit(model, request, amount)
    promiseRefund(model, request, args['gateway'] as GatewayAnswer)
    return approved
  },
  async run(walker, args, name) {
    const id = walker.id(String(args['request']))
    const path = `/admin/refunds/${id}/approve`
    const done = await walker.post(path, args['part'] === null ? {} : { amountMinorUnit: args['part'] }, 'operator')
    if (done.status === 202) walker.ids.set(name, done.body.approvalId)
    if (done.status === 200) tellGateway(walker, done.body.payouts, args['gateway'] as GatewayAnswer)
    return done
  },
}

const payoutOf = (model: Model): Expected | number =>
  whyNotClosable(model) ? refusal(409, 'INVALID_STATE') : exitParts(model).amount

/** How it will answer the refunds of these payments. */
export function tellGateway(walker: Walker, payouts: { gatewayPaymentId: string }[], answer: GatewayAnswer) {
  for (const { gatewayPaymentId } of payouts) walker.world.outside.gateway.refundScripts.set(gatewayPaymentId, answer)
}

const payOut: Verb = {
  name: 'operator records a payout',
  weight: 3,
  choose(model, random) {
    const request = sensible(random, model.requests, ({ manual, isPaidOut }) => manual > 0 && !isPaidOut)
    return request && (request.manual > 0 || random.chance(0.1)) ? { request: request.name } : undefined
  },
  predict(model, args, name) {
    const request = find(model.requests, String(args['request']))
    const refused = recordPayout({ ...request })
    if (refused) return refused
    const { manual: amount, currency } = request
    const waits = waitForSecond(model, { name, kind: 'PAYOUT', amount, currency, subject: request.name })
    if (waits) return waits
    recordPayout(request)
    return ok({ manualPayoutMinorUnit: request.manual })
  },
  async run(walker, args, name) {
    const path = `/admin/refunds/${walker.id(String(args['request']))}/paid-out`
    const answer = await walker.post(path, { reference: 'SBIN226319000123' }, 'operator')
    if (answer.status === 202) walker.ids.set(name, answer.body.approvalId)
    return answer
  },
}

const reject: Verb = {
  name: 'operator rejects the refund',
  weight: 1,
  choose: withdraw.choose,
  predict(model, args) {
    const request = find(model.requests, String(args['request']))
    if (request.status !== 'REQUESTED') return refusal(409, 'INVALID_STATE')
    request.status = 'REJECTED'
    return ok({ status: 'REJECTED' })
  },
  run: (walker, args) =>
    walker.post(`/admin/refunds/${walker.id(String(args['request']))}/reject`, { note: 'No' }, 'operator'),
}

/** What became of a refund that the gateway had accepted; `tell` false: its webhook is lost, and the product asks. */
const refundResult: Verb = {
  name: 'gateway settles the refund',
  weight: 4,
  followedBy: ['change plan'],
  choose(model, random) {
    const pending = model.requests.flatMap(({ name, payouts }) =>
      payouts.filter(({ atGateway }) => atGateway === 'pending').map(({ payment }) => ({ request: name, payment })),
    )
    const one = recent(random, pending)
    return one && { ...one, result: random.pick(['processed', 'failed']), tell: random.chance(0.7) }
  },
  predict(model, args) {
    const request = find(model.requests, String(args['request']))
    const isMeant = ({ atGateway, payment }: Payout) => atGateway === 'pending' && payment === args['payment']
    const place = request.payouts.findIndex(isMeant)
    const payout = request.payouts[place]
    const result = args['result'] as 'processed' | 'failed'
    if (!payout) return ok()
    payout.atGateway = result
    if (args['tell']) model.intake.push({ kind: 'refund', request: request.name, payout: place, status: result })
    return ok()
  },
  async run(walker, args) {
    const { refunds } = walker.world.outside.gateway
    const paymentId = walker.id(String(args['payment']))
    const [key, refund] = [...refunds].find(([, one]) => one.paymentId === paymentId && one.status === 'pending') ?? []
    if (!key || !refund) return { status: 200, body: undefined }
    const status = args['result'] as 'processed' | 'failed'
    refunds.set(key, { ...refund, status })
    if (!args['tell']) return { status: 200, body: undefined }
    const body = refundBody(refund, status)
    return walker.webhook('/webhooks/razorpay', body, webhookHeaders(body))
  },
}

export const refundVerbs: readonly Verb[] = [ask, openByOperator, exit, withdraw, approve, reject, payOut, refundResult]
