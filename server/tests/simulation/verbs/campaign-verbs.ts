import type { SeededRandom } from '../../support/random/seeded-random.ts'
import { type Args, type Expected, ok, recent, refusal, sensible, type Verb } from '../engine/verb.ts'
import type { Walker } from '../engine/walker.ts'
import { wholeSecond } from '../model/calendar.ts'
import { cancel, pause } from '../model/campaigns.ts'
import type { Report } from '../model/events.ts'
import {
  exceedsNewPlan,
  isEarly,
  labelled,
  launch,
  mayNotSend,
  scheduleAgain,
  start,
  toLabel,
} from '../model/launch.ts'
import { type Campaign, findCampaign } from '../model/messaging.ts'
import { find, type Model } from '../model/model.ts'
import { callbackHeaders, statusBody } from '../world/provider-callbacks.ts'
import { closedOr } from './access.ts'
import { isAudienceSure, sure } from './sure-audience.ts'

export const launched = async (walker: Walker, path: string, body: unknown, name: string) => {
  const answer = await walker.post(path, body)
  if (answer.status === 200) {
    walker.ids.set(name, answer.body.campaignId)
    walker.launched()
  }
  return answer
}

/** Now and then without the contacts of a country. */
export const chooseExclusion = (random: SeededRandom): Args =>
  random.chance(0.15) ? { without: random.pick(['IN', 'AE']) } : {}

export const chooseSending: Verb['choose'] = (model, random) => {
  const { templates, lists } = model.messaging
  const template = sensible(random, templates, ({ status }) => status === 'APPROVED')
  const isUsed = (label: string) => labelled(model, label).length > 0
  const list = sensible(random, lists, ({ label }) => isUsed(label))
  return template && list && { template: template.name, list: list.name, ...chooseExclusion(random) }
}

export const withoutOf = ({ without = null }: Args) => without as string | null
export const exclusionOf = (args: Args) => {
  const without = withoutOf(args)
  return without === null ? {} : { excludeCountries: [without] }
}

export const wishOf = (model: Model, args: Args, name: string) => {
  const { label } = find(model.messaging.lists, String(args['list']))
  const template = find(model.messaging.templates, String(args['template'])).name
  return toLabel(model, { name, template, label, without: withoutOf(args) })
}

export const launchBody = (walker: Walker, args: Args, name: string) => ({
  templateId: walker.id(String(args['template'])),
  contactListId: walker.id(String(args['list'])),
  ...exclusionOf(args),
  name,
})

const launchCampaign: Verb = {
  name: 'launch',
  weight: 10,
  followedBy: ['delete a contact', 'vendor opts a contact out', 'contact writes STOP or START', 'callback'],
  settles: 0.6,
  choose: (model, random) => (isAudienceSure(model) ? chooseSending(model, random) : undefined),
  predict: (model, args, name) => closedOr(model, () => launch(model, wishOf(model, args, sure(model, name)))),
  run: (walker, args, name) => launched(walker, '/campaigns/launch', launchBody(walker, args, name), name),
}

export const pickCampaign =
  (...statuses: Campaign['status'][]): Verb['choose'] =>
  (model, random) => {
    const { campaigns } = model.messaging
    const isWanted = ({ status }: Campaign) => statuses.includes(status)
    // To see it refused is worth less of a walk than to see it done.
    const campaign = campaigns.some(isWanted) || random.chance(0.2) ? sensible(random, campaigns, isWanted) : undefined
    return campaign && { campaign: campaign.name }
  }
const act = (walker: Walker, campaign: unknown, verb: string) =>
  walker.post(`/campaigns/${walker.id(String(campaign))}/${verb}`)

const pauseCampaign: Verb = {
  name: 'pause',
  weight: 2,
  choose: pickCampaign('RUNNING'),
  predict: (model, args) =>
    closedOr(model, () => {
      const campaign = findCampaign(model, String(args['campaign']))
      if (campaign.status !== 'RUNNING') return refusal(409, 'INVALID_STATE')
      pause(model, campaign, 'BY_VENDOR')
      return ok({ status: 'PAUSED' })
    }),
  run: (walker, { campaign }) => act(walker, campaign, 'pause'),
}

const resumeCampaign: Verb = {
  name: 'resume',
  weight: 3,
  choose: (model, random) => (isAudienceSure(model) ? pickCampaign('PAUSED')(model, random) : undefined),
  predict: (model, args) =>
    closedOr(model, () => {
      const campaign = findCampaign(model, String(args['campaign']))
      if (campaign.status !== 'PAUSED') return refusal(409, 'INVALID_STATE')
      if (campaign.launchedAt === null) {
        sure(model, campaign.name)
        const started = isEarly(campaign, model.now) ? scheduleAgain(model, campaign) : start(model, campaign)
        return started.status === 200 ? ok({ status: campaign.status }) : started
      }
      const refused = mayNotSend(model)
      if (refused) return refused
      const template = find(model.messaging.templates, campaign.template)
      if (template.status !== 'APPROVED') return refusal(422, 'TEMPLATE_NOT_APPROVED')
      if (exceedsNewPlan(model, campaign)) return refusal(409, 'CONVERSATION_CAP_REACHED')
      Object.assign(campaign, { status: 'RUNNING', reason: null })
      return ok({ status: 'RUNNING' })
    }),
  run: (walker, { campaign }) => act(walker, campaign, 'resume'),
}

const cancelCampaign: Verb = {
  name: 'cancel campaign',
  weight: 2,
  choose: pickCampaign('SCHEDULED', 'RUNNING', 'PAUSED'),
  predict: (model, args) =>
    closedOr(model, () => {
      const campaign = findCampaign(model, String(args['campaign']))
      if (!['SCHEDULED', 'RUNNING', 'PAUSED'].includes(campaign.status)) return refusal(409, 'INVALID_STATE')
      cancel(model, campaign)
      return ok({ status: 'CANCELLED' })
    }),
  run: (walker, { campaign }) => act(walker, campaign, 'cancel'),
}

const withAccepted = (model: Model): Campaign[] =>
  model.messaging.campaigns.filter(({ messages }) => messages.some(({ isAccepted }) => isAccepted))

/**
 * No such number; a fault of the provider, to be tried again; a limit of the recipient, for a day; and, rarely, an unpaid
 * bill, which stops all sending.
 */
const FAILURES = [131026, 131000, 131000, 131049].flatMap((code) => [code, code, code]).concat(131042)

export function chooseReport(random: SeededRandom) {
  const status = random.pick(['sent', 'delivered', 'delivered', 'read', 'failed', 'failed'])
  return { status, code: status === 'failed' ? random.pick(FAILURES) : null }
}

const callback: Verb = {
  name: 'callback',
  weight: 14,
  choose(model, random) {
    const campaign = recent(random, withAccepted(model))
    const message = recent(random, campaign?.messages.filter(({ isAccepted }) => isAccepted) ?? [])
    if (!campaign || !message) return undefined
    return { campaign: campaign.name, mobile: message.mobile, ...chooseReport(random) }
  },
  predict(model, args): Expected {
    const campaign = findCampaign(model, String(args['campaign']))
    const message = campaign.messages.find(({ mobile }) => mobile === args['mobile'])
    if (!message?.isAccepted) return ok()
    const { status, code } = args as Pick<Report, 'status' | 'code'>
    const report = { status, code, at: wholeSecond(model.now) }
    model.intake.push({ kind: 'status', campaign: campaign.name, mobile: message.mobile, report })
    return ok()
  },
  run(walker, args) {
    const call = walker.acceptedCall(String(args['campaign']), String(args['mobile']))
    if (!call) return Promise.resolve({ status: 200, body: undefined })
    const { status, code } = args as Pick<Report, 'status' | 'code'>
    const body = statusBody(call, status, code, walker.world.clock.now())
    return walker.webhook('/webhook/meta', body, callbackHeaders(body))
  },
}

export const campaignVerbs: readonly Verb[] = [launchCampaign, pauseCampaign, resumeCampaign, cancelCampaign, callback]
