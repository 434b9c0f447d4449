import { created, type Expected, ok, recent, refusal, sensible, type Verb } from '../engine/verb.ts'
import { DAY } from '../model/calendar.ts'
import { Missing } from '../model/missing.ts'
import { type Approval, find, type LedgerEntry, type Model } from '../model/model.ts'
import { issue } from '../model/payments.ts'
import { APPROVAL_THRESHOLD } from '../model/prices.ts'
import { add, take } from '../model/wallet.ts'

const EXPIRES_AFTER = 7 * DAY
const CREDITS = [1, 9_999, 75_000, 2_400_000].flatMap((amount) => [
  { amount, type: 'CREDIT' },
  { amount, type: 'BONUS' },
])

/** What one operator did alone within a day counts together. */
function needsSecond(model: Model, kind: Approval['kind'], amount: number): boolean {
  const recent = model.unapproved.filter((one) => one.kind === kind && one.at > model.now - DAY)
  if (recent.reduce((sum, one) => sum + one.amount, amount) > APPROVAL_THRESHOLD) return true
  model.unapproved.push({ at: model.now, kind, amount })
  return false
}

const credit: Verb = {
  name: 'operator credits the wallet',
  weight: 3,
  choose: (_model, random) => ({
    ...random.pick([...CREDITS, { amount: APPROVAL_THRESHOLD + 1, type: 'BONUS' }]),
  }),
  predict(model, args, name) {
    if (model.status !== 'ACTIVE') return refusal(409, 'INVALID_STATE')
    const [amount, type] = [Number(args['amount']), args['type'] as 'CREDIT' | 'BONUS']
    if (needsSecond(model, 'CREDIT', amount)) {
      const request = {
        name,
        kind: 'CREDIT',
        status: 'PENDING',
        requestedAt: model.now,
        amount,
        type,
        entry: null,
      } as const
      model.approvals.push(request)
      return { status: 202, body: { status: 'PENDING' } }
    }
    add(model, type, amount, { name, isOperators: true })
    return created({ amountMinorUnit: amount, type, balanceAfterMinorUnit: model.wallet.balance })
  },
  async run(walker, { amount, type }, name) {
    const body = { vendorId: walker.vendorId, amountMinorUnit: amount, type, reason: 'Goodwill' }
    const answer = await walker.post('/admin/wallet/credit', body, 'operator')
    if (answer.status === 201) walker.ids.set(name, answer.body.id)
    if (answer.status === 202) walker.ids.set(name, answer.body.approvalId)
    return answer
  },
}

const entryOf = (model: Model, name: string): LedgerEntry => {
  const entry = model.wallet.ledger.find((one) => one.name === name)
  if (!entry) throw new Missing(`no entry ${name}`)
  return entry
}

/** Takes back as much as there is: of a CREDIT paid money first, of a BONUS bonus first. */
function takeBack(model: Model, entry: LedgerEntry): number {
  const taken = Math.min(entry.amount, model.wallet.balance)
  take(model, 'DEBIT', taken, entry.type === 'CREDIT')
  entry.isCorrected = true
  return taken
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
    if (model.status !== 'ACTIVE') return refusal(409, 'INVALID_STATE')
    if (model.wallet.balance === 0) return refusal(402, 'INSUFFICIENT_BALANCE')
    if (needsSecond(model, 'CORRECTION', entry.amount)) return waitForSecond(model, entry, name)
    const taken = takeBack(model, entry)
    return created({ amountMinorUnit: taken, uncorrectedMinorUnit: entry.amount - taken })
  },
  async run(walker, args, name) {
    const transactionId = walker.id(String(args['entry']))
    const body = { vendorId: walker.vendorId, transactionId, reason: 'Mistaken' }
    const answer = await walker.post('/admin/wallet/corrections', body, 'operator')
    if (answer.status === 202) walker.ids.set(name, answer.body.approvalId)
    return answer
  },
}

/** The same correction is asked for once. */
function waitForSecond(model: Model, entry: LedgerEntry, name: string): Expected {
  const waiting = model.approvals.find((one) => one.entry === entry.name && isPending(model, one))
  if (!waiting) {
    const of = { amount: entry.amount, type: 'CREDIT', entry: entry.name ?? null } as const
    model.approvals.push({ name, kind: 'CORRECTION', status: 'PENDING', requestedAt: model.now, ...of })
  }
  return { status: 202, body: { status: 'PENDING' } }
}

const isPending = (model: Model, { status, requestedAt }: Approval) =>
  status === 'PENDING' && model.now < requestedAt + EXPIRES_AFTER

const decide: Verb = {
  name: 'operator decides an approval',
  weight: 3,
  choose(model, random) {
    const approval = sensible(random, model.approvals, ({ status }) => status === 'PENDING')
    const by = random.pick(['operator', 'secondOperator', 'secondOperator'])
    return approval && { approval: approval.name, by, how: random.pick(['approve', 'approve', 'reject']) }
  },
  predict(model, args) {
    const approval = find(model.approvals, String(args['approval']))
    if (!isPending(model, approval)) return refusal(409, 'INVALID_STATE')
    if (args['by'] === 'operator') return refusal(403, 'SAME_OPERATOR')
    if (args['how'] === 'reject') {
      approval.status = 'REJECTED'
      return ok({ status: 'REJECTED' })
    }
    return approve(model, approval)
  },
  run(walker, args) {
    const who = args['by'] as 'operator' | 'secondOperator'
    return walker.post(`/admin/approvals/${walker.id(String(args['approval']))}/${args['how']}`, {}, who)
  },
}

function approve(model: Model, approval: Approval): Expected {
  const entry = approval.entry === null ? undefined : entryOf(model, approval.entry)
  if (entry?.isCorrected || model.status !== 'ACTIVE') return refusal(409, 'INVALID_STATE')
  if (entry && model.wallet.balance === 0) return refusal(402, 'INSUFFICIENT_BALANCE')
  if (entry) takeBack(model, entry)
  else add(model, approval.type, approval.amount, { isOperators: true })
  approval.status = 'APPROVED'
  return ok({ status: 'APPROVED' })
}

const unmatched = (model: Model) => model.payments.filter(({ state }) => state !== 'UNHEARD' && state !== 'APPLIED')

const refundUnmatched: Verb = {
  name: 'operator refunds an unmatched payment',
  weight: 2,
  choose(model, random) {
    const payment = sensible(random, unmatched(model), ({ state }) => state === 'UNPLACED')
    return payment && { payment: payment.name }
  },
  predict(model, args) {
    const payment = find(model.payments, String(args['payment']))
    if (payment.state === 'UNHEARD' || payment.state === 'APPLIED') return refusal(404, 'NOT_FOUND')
    if (payment.state !== 'UNPLACED') return refusal(409, 'INVALID_STATE')
    payment.state = 'REFUNDING'
    return ok({ state: 'REFUNDING' })
  },
  run: (walker, args) =>
    walker.post(`/admin/payments/${walker.id(String(args['payment']))}/refund`, { reason: 'Paid twice' }, 'operator'),
}

const creditUnmatched: Verb = {
  name: 'operator credits an unmatched payment',
  weight: 2,
  choose: refundUnmatched.choose,
  predict(model, args) {
    const payment = find(model.payments, String(args['payment']))
    if (payment.state === 'UNHEARD' || payment.state === 'APPLIED') return refusal(404, 'NOT_FOUND')
    if (payment.state !== 'UNPLACED' || model.status !== 'ACTIVE') return refusal(409, 'INVALID_STATE')
    payment.state = 'CREDITED'
    add(model, 'CREDIT', payment.amount)
    issue(model, { type: 'WALLET_RECHARGE', base: payment.amount, gst: 0, payment: payment.name, subscription: null })
    return ok({ state: 'CREDITED' })
  },
  run: (walker, args) =>
    walker.post(
      `/admin/payments/${walker.id(String(args['payment']))}/credit`,
      { vendorId: walker.vendorId, reason: 'They asked for it' },
      'operator',
    ),
}

export const operatorVerbs: readonly Verb[] = [credit, correct, decide, refundUnmatched, creditUnmatched]
