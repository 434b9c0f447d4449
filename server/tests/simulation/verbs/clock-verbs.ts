import { ok, type Verb } from '../engine/verb.ts'
import type { Walker } from '../engine/walker.ts'
import { DAY, HOUR } from '../model/calendar.ts'
import type { Model } from '../model/model.ts'
import { catchUp, latest } from '../model/subscription.ts'

/** At least an hour, so that everything that is asked for hourly is due after it; and never a round number. */
const JUMPS = [HOUR, HOUR, 5 * HOUR, 5 * HOUR, DAY, DAY, 2 * DAY, 4 * DAY, 9 * DAY, 32 * DAY, 100 * DAY]

export function pass(model: Model, ms: number) {
  model.now += ms
  catchUp(model)
}

export function passIn(walker: Walker, ms: number) {
  walker.hasTimePassed = true
  walker.world.clock.set(new Date(walker.world.clock.now().getTime() + ms))
}

const wait: Verb = {
  name: 'time passes',
  weight: 10,
  choose(model, random) {
    const sub = latest(model)
    // The interesting instants lie around the end of a cycle.
    const toEnd =
      sub && sub.end > model.now && random.chance(0.25) ? sub.end - model.now + random.pick([-1, 0, 1, 6, 8]) * DAY : 0
    const base = toEnd > HOUR ? toEnd : random.pick(JUMPS)
    return { ms: base + 1_000 + random.below(600_000) }
  },
  predict(model, { ms }) {
    pass(model, Number(ms))
    return ok()
  },
  async run(walker, { ms }) {
    passIn(walker, Number(ms))
    return { status: 200, body: undefined }
  },
}

const nothing: Verb = {
  name: 'nothing happens',
  weight: 1,
  choose: (_model, random) => (random.chance(0.3) ? {} : undefined),
  predict: () => ok(),
  run: async () => ({ status: 200, body: undefined }),
}

export const clockVerbs: readonly Verb[] = [wait, nothing]
