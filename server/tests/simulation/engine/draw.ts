import { DAY_MS } from '../../../src/domain/durations.ts'
import { type SeededRandom, seededRandom } from '../../support/random/seeded-random.ts'
import type { Model } from '../model/model.ts'
import { SUBJECTS, VERBS } from '../verbs/all.ts'
import { preludeOf } from './prelude.ts'
import type { Args, Verb } from './verb.ts'

/**
 * One step of a walk. Without `settle` the product's background work waits for a later step; with `kill` its process is
 * killed in the middle of it, and another one finishes.
 */
export interface Step {
  name: string
  verb: string
  args: Args
  settle: boolean
  kill?: boolean
  /** The second vendor acts, or is acted upon. */
  second?: boolean
}

/** How a walk goes on from the state that it has reached. */
export interface Drawing {
  at: number
  vendors: number
  next: (models: readonly Model[], n: number) => Step
}

/** Each walk prefers some verbs and leaves others out: what needs many steps of a few kinds would hardly ever happen. */
const PREFERENCES = [0, 0, 1, 1, 1, 4, 8]
/** Without these nothing else happens. */
const ALWAYS: ReadonlySet<string> = new Set(['onboard', 'recharge', 'pay order', 'time passes'])
const SETTLE_AT_ONCE = 0.85
/** How often a step goes on with what the one before it has begun. */
const GO_ON = 0.65
/** Walks in which another vendor shares provider, number and prices. */
const TWO_VENDORS = 0.25
const START = Date.UTC(2026, 6, 1)
const START_SPREAD_MS = 900 * DAY_MS

const byName = new Map(VERBS.map((verb) => [verb.name, verb]))

export const startOf = (seed: number) => START + seededRandom(seed ^ 0x5eed).below(START_SPREAD_MS / 1_000) * 1_000

export function drawingOf(seed: number, kills: number): Drawing {
  const chance = seededRandom(seed)
  const subject = chance.pick(SUBJECTS)
  const allowed = VERBS.filter(({ name }) => !subject.leftOut.has(name))
  const weighted = allowed.flatMap((verb) => {
    const preference = chance.pick(PREFERENCES)
    const times = verb.weight * (ALWAYS.has(verb.name) ? Math.max(1, Math.min(2, preference)) : preference)
    return Array.from({ length: times }, () => verb)
  })
  const vendors = chance.chance(TWO_VENDORS) ? 2 : 1
  const prelude = preludeOf(chance, subject.isAboutMessages, vendors)
  /** The step before, of either vendor. */
  let before: Step | undefined

  function draw(model: Model, name: string): Step {
    for (const from of [followersOf(before, subject.leftOut), weighted]) {
      const step = drawFrom(from, model, name, chance)
      if (step) return step
    }
    throw new Error('a walk can always let time pass')
  }

  const next = ([first, second]: readonly Model[], n: number): Step => {
    const name = `step-${n}`
    const opening = prelude[n]
    const goesOn = !opening && byName.get(before?.verb ?? '')?.followedBy !== undefined && chance.chance(GO_ON)
    const isSecond = second !== undefined && (goesOn ? before?.second === true : chance.chance(0.4))
    if (!goesOn) before = undefined
    const who = isSecond ? { second: true } : {}
    const step = opening
      ? { name, ...opening, settle: true }
      : { ...draw((isSecond ? second : first) as Model, name), ...who }
    before = step
    return kills > 0 && chance.chance(kills) ? { ...step, settle: true, kill: true } : step
  }
  return { at: startOf(seed), vendors, next }
}

const followersOf = (step: Step | undefined, leftOut: ReadonlySet<string>): Verb[] =>
  (byName.get(step?.verb ?? '')?.followedBy ?? []).filter((name) => !leftOut.has(name)).map(find)

function find(name: string): Verb {
  const verb = byName.get(name)
  if (!verb) throw new Error(`there is no verb "${name}"`)
  return verb
}

const TRIES_MAX = 1_000

function drawFrom(from: readonly Verb[], model: Model, name: string, chance: SeededRandom): Step | undefined {
  for (let tries = 0; from.length > 0 && tries < Math.min(TRIES_MAX, from.length * 100); tries++) {
    const verb = chance.pick(from)
    const args = verb.choose(model, chance)
    if (args) return { name, verb: verb.name, args, settle: chance.chance(verb.settles ?? SETTLE_AT_ONCE) }
  }
  return undefined
}
