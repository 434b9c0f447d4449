import { created, type Expected, ok, recent, refusal, sensible, type Verb } from '../engine/verb.ts'
import { closeWallet, whyNotClosable } from '../model/exit.ts'
import { find, type Model, type RefundRequest } from '../model/model.ts'
import {
  firstMonthUsed,
  type GatewayAnswer,
  isOpen,
  left,
  lostBecause,
  notRefundable,
  vendorMayNotAsk,
} from '../model/refunds.ts'
import { refundBody, webhookHeaders } from '../world/gateway-webhooks.ts'
import { closedOr } from './access.ts'

const blank = { superseded: false, amount: null, fee: 0, forfeit: 0, manual: 0, jobDue: null } as const
const addRequest = (model: Model, request: Pick<RefundRequest, 'name' | 'kind' | 'basis' | 'invoice'>) =>
  model.requests.push({ ...blank, ...request, status: 'REQUESTED', requestedAt: model.now, payouts: [] })

const pickInvoice = (model: Model, pick: (from: readonly number[]) => number | undefined) => {
  const plans = model.invoices.flatMap(({ type }, at) => (type === 'SUBSCRIPTION' ? [at] : []))
  return pick(plans.length > 0 ? plans : model.invoices.map((_, at) => at))
}

const hasOpen = (model: Model, invoice: number | null) =>
  model.requests.some((one) => one.invoice === invoice && isOpen(one))

const ask: Verb = {
  name: 'ask for a refund',
  weight: 5,
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

const ANSWERS: readonly GatewayAnswer[] = ['processed', 'processed', 'pending', 'pending', 'failed', 'refused']

const approve: Verb = {
  name: 'operator approves the refund',
  weight: 8,
  choose(model, random) {
    const request = sensible(random, model.requests, ({ status }) => status === 'REQUESTED')
    if (!request) return undefined
    const part = request.basis === 'PLATFORM_ERROR' && random.chance(0.4) ? 1 + random.below(300_000) : null
    return { request: request.name, part, gateway: random.pick(ANSWERS) }
  },
  predict(model, args) {
    const request = find(model.requests, String(args['request']))
    if (request.status !== 'REQUESTED') return refusal(409, 'INVALID_STATE')
    const approved =
      request.kind === 'INVOICE' ? approveInvoice(model, request, args['part']) : approveExit(model, request)
    if (approved.status === 200) {
      request.status = 'APPROVED'
      request.jobDue = model.now
      for (const { payment } of request.payouts)
        model.refundAnswers[payment] = request.kind === 'INVOICE' ? (args['gateway'] as GatewayAnswer) : 'processed'
    }
    return approved
  },
  async run(walker, args) {
    const id = walker.id(String(args['request']))
    const answer = args['gateway'] as GatewayAnswer
    const path = `/admin/refunds/${id}/approve`
    const done = await walker.post(path, args['part'] === null ? {} : { amountMinorUnit: args['part'] }, 'operator')
    if (done.status === 200)
      for (const { gatewayPaymentId } of done.body.payouts) {
        const script = done.body.kind === 'INVOICE' ? answer : 'processed'
        walker.world.outside.gateway.refundScripts.set(gatewayPaymentId, script)
      }
    return done
  },
}

function approveInvoice(model: Model, request: RefundRequest, part: unknown): Expected {
  const at = request.invoice ?? 0
  if (lostBecause(model, at)) return refusal(409, 'NO_LONGER_REFUNDABLE')
  const refused = notRefundable(model, at)
  if (refused) return refused
  if (request.basis === 'FIRST_MONTH' && firstMonthUsed(model)) return refusal(422, 'REFUND_ALREADY_USED')
  const most = left(model, at)
  const amount = part === null ? most : Number(part)
  if (amount > most) return refusal(422, 'NOT_REFUNDABLE')
  const invoice = model.invoices[at]
  request.amount = amount
  request.payouts = [{ payment: invoice?.payment ?? '', invoice: at, amount, status: 'PLANNED', atGateway: null }]
  return ok({ amountMinorUnit: amount })
}

function approveExit(model: Model, request: RefundRequest): Expected {
  if (whyNotClosable(model)) return refusal(409, 'INVALID_STATE')
  closeWallet(model, request)
  return ok({ amountMinorUnit: request.amount, feeMinorUnit: request.fee, forfeitMinorUnit: request.forfeit })
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
  choose(model, random) {
    const pending = model.requests.filter(({ payouts }) => payouts.some(({ atGateway }) => atGateway === 'pending'))
    const request = recent(random, pending)
    return request && { request: request.name, result: random.pick(['processed', 'failed']), tell: random.chance(0.7) }
  },
  predict(model, args) {
    const request = find(model.requests, String(args['request']))
    const place = request.payouts.findIndex(({ atGateway }) => atGateway === 'pending')
    const payout = request.payouts[place]
    const result = args['result'] as 'processed' | 'failed'
    if (!payout) return ok()
    payout.atGateway = result
    if (args['tell']) model.intake.push({ kind: 'refund', request: request.name, payout: place, status: result })
    return ok()
  },
  async run(walker, args) {
    const { refunds } = walker.world.outside.gateway
    const id = walker.id(String(args['request']))
    const refund = refunds.get(id)
    if (refund?.status !== 'pending') return { status: 200, body: undefined }
    const status = args['result'] as 'processed' | 'failed'
    refunds.set(id, { ...refund, status })
    if (!args['tell']) return { status: 200, body: undefined }
    const body = refundBody(refund, status)
    return walker.webhook('/webhooks/razorpay', body, webhookHeaders(body))
  },
}

export const refundVerbs: readonly Verb[] = [ask, openByOperator, exit, withdraw, approve, reject, refundResult]
