import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { ok, recent, refusal, type Verb } from '../engine/verb.ts'
import { DAY, HOUR } from '../model/calendar.ts'
import { schedule } from '../model/launch.ts'
import { findCampaign } from '../model/messaging.ts'
import { retryable, retryFailed } from '../model/retry.ts'
import { closedOr } from './access.ts'
import { chooseSending, launchBody, launched, pickCampaign, wishOf } from './campaign-verbs.ts'
import { isAudienceSure, sure } from './sure-audience.ts'

const EARLIEST = 5 * MINUTE_MS
const LATEST = 90 * DAY
/** The first and the last lie outside of what is allowed. */
const AHEAD = [EARLIEST - 2_000, EARLIEST, HOUR, 5 * HOUR, DAY, 9 * DAY, LATEST, LATEST + 1_000]
const isInReach = (ahead: unknown) => Number(ahead) >= EARLIEST && Number(ahead) <= LATEST
const outOfReach = refusal(422, 'SCHEDULE_OUT_OF_REACH')

const scheduleCampaign: Verb = {
  name: 'schedule',
  weight: 5,
  choose(model, random) {
    const sending = chooseSending(model, random)
    return sending && { ...sending, ahead: random.pick(AHEAD) }
  },
  predict: (model, args, name) =>
    closedOr(model, () => {
      const wish = wishOf(model, args, name)
      return isInReach(args['ahead']) ? schedule(model, wish, model.now + Number(args['ahead'])) : outOfReach
    }),
  run(walker, args, name) {
    const scheduledAt = new Date(walker.world.clock.now().getTime() + Number(args['ahead'])).toISOString()
    return launched(walker, '/campaigns/launch', { ...launchBody(walker, args, name), scheduledAt }, name)
  },
}

const reschedule: Verb = {
  name: 'reschedule',
  weight: 3,
  choose(model, random) {
    const campaign = pickCampaign('SCHEDULED', 'PAUSED')(model, random)
    return campaign && { ...campaign, ahead: random.pick(AHEAD) }
  },
  predict: (model, args) =>
    closedOr(model, () => {
      const campaign = findCampaign(model, String(args['campaign']))
      if (!isInReach(args['ahead'])) return outOfReach
      const isUnlaunched = campaign.status === 'PAUSED' && campaign.launchedAt === null
      if (campaign.status !== 'SCHEDULED' && !isUnlaunched) return refusal(409, 'INVALID_STATE')
      Object.assign(campaign, { scheduledAt: model.now + Number(args['ahead']), updatedAt: model.now })
      return ok({ status: campaign.status })
    }),
  run(walker, args) {
    const scheduledAt = new Date(walker.world.clock.now().getTime() + Number(args['ahead'])).toISOString()
    return walker.call('admin', 'PATCH', `/campaigns/${walker.id(String(args['campaign']))}`, { scheduledAt })
  },
}

const retry: Verb = {
  name: 'retry the failed',
  weight: 20,
  choose(model, random) {
    if (!isAudienceSure(model)) return undefined
    const { campaigns } = model.messaging
    const useful = campaigns.filter((campaign) => retryable(model, campaign, model.now).length > 0)
    const campaign = recent(random, useful.length > 0 || random.chance(0.95) ? useful : campaigns)
    return campaign && { campaign: campaign.name }
  },
  predict: (model, args, name) =>
    closedOr(model, () => retryFailed(model, findCampaign(model, String(args['campaign'])), sure(model, name))),
  run: (walker, args, name) =>
    launched(walker, `/campaigns/${walker.id(String(args['campaign']))}/retry-failed`, undefined, name),
}

export const scheduleVerbs: readonly Verb[] = [scheduleCampaign, reschedule, retry]
