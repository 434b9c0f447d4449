import { type Args, created, type Expected, ok, recent, refusal, sensible, type Verb } from '../engine/verb.ts'
import type { Walker } from '../engine/walker.ts'
import {
  creditPayment,
  entryOf,
  execute,
  isPending,
  otherCurrency,
  refundPayment,
  takeBack,
  waitForSecond,
} from '../model/approvals.ts'
import { find, isLeaving, type Model, type Payment } from '../model/model.ts'
import { APPROVAL_THRESHOLD } from '../model/prices.ts'
import type { GatewayAnswer } from '../model/refunds.ts'
import { add, spendable } from '../model/wallet.ts'
import { ANSWERS, tellGateway } from './refund-verbs.ts'

const CREDITS = [1, 9_999, 75_000, 350_000, 2_400_000].flatMap((amount) => [
  { amount, type: 'CREDIT' },
  { amount, type: 'BONUS' },
])

const credit: Verb = {
  name: 'operator credits the wallet',
  weight: 3,
  choose: (_model, random) => ({
    ...random.pick([...CREDITS, { amount: APPROVAL_THRESHOLD + 1, type: 'BONUS' }]),
  }),
  predict(model, args, name) {
    if (isLeaving(model)) return refusal(409, 'INVALID_STATE')
    const [amount, type] = [Number(args['amount']), args['type'] as 'CREDIT' | 'BONUS']
    const waits = waitForSecond(model, { name, kind: 'CREDIT', amount, currency: model.currency, type, subject: name })
    if (waits) return waits
    add(model, type, amount, { name, isOperators: true })
    return created({ amountMinorUnit: amount, type, balanceAfterMinorUnit: model.wallet.balance })
  },
  async run(walker, { amount, type }, name) {
    const body = { vendorId: walker.vendorId, amountMinorUnit: amount, type, reason: 'Goodwill' }
    const answer = await walker.post('/admin/wallet/credit', body, 'operator')
    if (answer.status === 201) walker.ids.set(`${name} booked`, answer.body.id)
    if (answer.status === 202) walker.ids.set(name, answer.body.approvalId)
    return answer
  },
}

const correct: Verb = {
  name: 'operator corrects a credit',
  weight: 2,
  choose(model, random) {
    const entry = recent(
      random,
      model.wallet.ledger.filter(({ name }) => name !== undefined),
    )
    return entry?.name === undefined ? undefined : { entry: entry.name }
  },
  predict(model, args, name): Expected {
    const entry = entryOf(model, String(args['entry']))
    if (entry.isCorrected) return created()
    if (isLeaving(model)) return refusal(409, 'INVALID_STATE')
    if (spendable(model) === 0) return refusal(402, 'INSUFFICIENT_BALANCE')
    const of = { amount: entry.amount, currency: model.currency, subject: String(args['entry']) }
    const waits = waitForSecond(model, { name, kind: 'CORRECTION', ...of })
    if (waits) return waits
    const taken = takeBack(model, entry)
    return created({ amountMinorUnit: taken, uncorrectedMinorUnit: entry.amount - taken })
  },
  async run(walker, args, name) {
    const transactionId = walker.id(`${args['entry']} booked`)
    const body = { vendorId: walker.vendorId, transactionId, reason: 'Mistaken' }
    const answer = await walker.post('/admin/wallet/corrections', body, 'operator')
    if (answer.status === 202) walker.ids.set(name, answer.body.approvalId)
    return answer
  },
}

const decide: Verb = {
  name: 'operator decides an approval',
  weight: 3,
  followedBy: ['gateway settles the refund', 'a refund is given up', 'change plan'],
  choose(model, random) {
    const approval = sensible(random, model.approvals, ({ status }) => status === 'PENDING')
    const by = random.pick(['operator', 'secondOperator', 'secondOperator'])
    const how = random.pick(['approve', 'approve', 'approve', 'reject'])
    return approval && { approval: approval.name, by, how, gateway: random.pick(ANSWERS) }
  },
  predict(model, args) {
    const approval = find(model.approvals, String(args['approval']))
    if (!isPending(model, approval)) return refusal(409, 'INVALID_STATE')
    if (args['by'] === 'operator') return refusal(403, 'SAME_OPERATOR')
    if (args['how'] === 'reject') {
      approval.status = 'REJECTED'
      return ok({ status: 'REJECTED' })
    }
    return execute(model, approval, args['gateway'] as GatewayAnswer)
  },
  async run(walker, args) {
    const who = args['by'] as 'operator' | 'secondOperator'
    const name = String(args['approval'])
    const answer = await walker.post(`/admin/approvals/${walker.id(name)}/${args['how']}`, {}, who)
    const { kind, status, result } = answer.body
    if (kind === 'WALLET_CREDIT' && status === 'APPROVED') walker.ids.set(`${name} booked`, result.transactionId)
    if (kind === 'REFUND' && status === 'APPROVED') {
      const { body } = await walker.get(`/admin/refunds/${result.requestId}`, 'operator')
      tellGateway(walker, body.payouts, args['gateway'] as GatewayAnswer)
    }
    return answer
  },
}

const unmatched = (model: Model) => model.payments.filter(({ state }) => state !== 'UNHEARD' && state !== 'APPLIED')

/** Or nobody has heard of it: there is nothing to decide. */
const wasAlwaysPlaced = ({ state, reason }: Payment) => state === 'UNHEARD' || (state === 'APPLIED' && reason === null)

const refundUnmatched: Verb = {
  name: 'operator refunds an unmatched payment',
  weight: 2,
  choose(model, random) {
    const payment = sensible(random, unmatched(model), ({ state }) => state === 'UNPLACED')
    return payment && { payment: payment.name }
  },
  predict(model, args, name) {
    const payment = find(model.payments, String(args['payment']))
    if (wasAlwaysPlaced(payment)) return refusal(404, 'NOT_FOUND')
    if (payment.state !== 'UNPLACED') return refusal(409, 'INVALID_STATE')
    const of = { amount: payment.amount, currency: payment.currency, subject: payment.name }
    const waits = waitForSecond(model, { name, kind: 'PAYMENT_REFUND', ...of })
    if (waits) return waits
    refundPayment(model, payment)
    return ok({ state: 'REFUNDING' })
  },
  run: (walker, args, name) => decidePayment(walker, args, name, 'refund', { reason: 'Paid twice' }),
}

async function decidePayment(walker: Walker, args: Args, name: string, how: string, body: unknown) {
  const answer = await walker.post(`/admin/payments/${walker.id(String(args['payment']))}/${how}`, body, 'operator')
  if (answer.status === 202) walker.ids.set(name, answer.body.approvalId)
  return answer
}

const creditUnmatched: Verb = {
  name: 'operator credits an unmatched payment',
  weight: 2,
  choose: refundUnmatched.choose,
  predict(model, args, name) {
    const payment = find(model.payments, String(args['payment']))
    if (wasAlwaysPlaced(payment)) return refusal(404, 'NOT_FOUND')
    if (payment.state !== 'UNPLACED' || isLeaving(model)) return refusal(409, 'INVALID_STATE')
    if (payment.currency !== model.currency) return otherCurrency
    const of = { amount: payment.amount, currency: payment.currency, subject: payment.name }
    const waits = waitForSecond(model, { name, kind: 'PAYMENT_CREDIT', ...of })
    if (waits) return waits
    creditPayment(model, payment)
    return ok({ state: 'CREDITED' })
  },
  run: (walker, args, name) =>
    decidePayment(walker, args, name, 'credit', { vendorId: walker.vendorId, reason: 'They asked for it' }),
}

export const operatorVerbs: readonly Verb[] = [credit, correct, decide, refundUnmatched, creditUnmatched]
