import { ok, refusal, type Verb } from '../engine/verb.ts'
import { HOUR, wholeSecond } from '../model/calendar.ts'
import { CODES, type SendScript } from '../model/messaging.ts'
import type { Model } from '../model/model.ts'
import { type AccountReport, stop } from '../model/provider.ts'
import { accountBody, callbackHeaders } from '../world/provider-callbacks.ts'
import { pass, passIn } from './clock-verbs.ts'

const SCRIPTS: readonly SendScript[] = [
  'accept',
  'accept',
  'accept',
  'lose-answer',
  'no such number',
  'temporary fault',
  'account blocked',
]

const behave: Verb = {
  name: 'provider behaves',
  weight: 3,
  choose: (_model, random) => ({ script: random.pick(SCRIPTS) }),
  predict(model, args) {
    model.shared.provider.script = args['script'] as SendScript
    return ok()
  },
  async run(walker, args) {
    const script = args['script'] as SendScript
    walker.world.outside.provider.script = CODES[script] ?? (script === 'lose-answer' ? 'lose-answer' : 'accept')
    return { status: 200, body: undefined }
  },
}

/** As operators see it. */
const viewOf = ({ shared: { provider } }: Model) => ({
  stopped: provider.isStopped,
  code: provider.code,
  quality: provider.quality?.value ?? null,
  messagingLimit: provider.limit?.value ?? null,
})

const stopSending: Verb = {
  name: 'operator stops sending',
  weight: 1,
  followedBy: ['operator resumes sending', 'launch', 'vendor replies', 'vendor tests a template'],
  choose: (model, random) => (random.chance(model.shared.provider.isStopped ? 0.1 : 0.5) ? {} : undefined),
  predict: (model) =>
    stop(model.shared.provider, null, model.now) ? ok(viewOf(model)) : refusal(409, 'INVALID_STATE'),
  run: (walker) => walker.post('/admin/provider/stop', undefined, 'operator'),
}

/** Errors of the same instant as the resumption do not stop sending again. */
const MOMENT = 1_000

const resume: Verb = {
  name: 'operator resumes sending',
  weight: 3,
  choose: (model, random) => (model.shared.provider.isStopped || random.chance(0.1) ? {} : undefined),
  predict(model) {
    const { provider } = model.shared
    if (!provider.isStopped) return refusal(409, 'INVALID_STATE')
    Object.assign(provider, { isStopped: false, code: null, resumedAt: model.now })
    pass(model, MOMENT)
    return ok(viewOf(model))
  },
  async run(walker) {
    const answer = await walker.post('/admin/provider/resume', undefined, 'operator')
    if (answer.status === 200) passIn(walker, MOMENT)
    return answer
  },
}

const REPORTS: readonly Omit<AccountReport, 'at'>[] = [
  { field: 'phone_number_quality_update', event: 'FLAGGED', limit: 'TIER_1K' },
  { field: 'phone_number_quality_update', event: 'UNFLAGGED', limit: 'TIER_10K' },
  { field: 'phone_number_quality_update', event: 'UPGRADE', limit: 'TIER_100K' },
  { field: 'business_capability_update', event: null, limit: '1000' },
  { field: 'account_update', event: 'ACCOUNT_RESTRICTION', limit: null },
]

/** None of it stops sending: that is for the codes of messages, and for operators. */
const reportAccount: Verb = {
  name: 'provider reports on its account',
  weight: 1,
  followedBy: ['operator looks at the provider', 'provider reports on its account'],
  choose: (_model, random) => ({ which: random.below(REPORTS.length), hoursAgo: random.pick([0, 0, 1, 30]) }),
  predict(model, args) {
    const at = wholeSecond(model.now - Number(args['hoursAgo']) * HOUR)
    model.shared.provider.intake.push({ ...reportOf(args['which']), at })
    return ok()
  },
  run(walker, args) {
    const at = new Date(walker.world.clock.now().getTime() - Number(args['hoursAgo']) * HOUR)
    const body = accountBody(reportOf(args['which']), at)
    return walker.webhook('/webhook/meta', body, callbackHeaders(body))
  },
}

function reportOf(which: unknown) {
  const report = REPORTS[Number(which)]
  if (!report) throw new Error('there is no such report')
  return report
}

const look: Verb = {
  name: 'operator looks at the provider',
  weight: 1,
  choose: () => ({}),
  predict: (model) => ok({ ...viewOf(model), events: model.shared.provider.reported.length }),
  async run(walker) {
    const { status, body } = await walker.get('/admin/provider', 'operator')
    const events = await walker.get('/admin/provider/events', 'operator')
    return { status, body: { ...body, events: events.body.total } }
  },
}

export const providerVerbs: readonly Verb[] = [behave, stopSending, resume, reportAccount, look]
