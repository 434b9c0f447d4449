import { isDeepStrictEqual } from 'node:util'
import { type SeededRandom, seededRandom } from '../../support/random/seeded-random.ts'
import { Missing } from '../model/missing.ts'
import { type Model, newModel, newShared, type Shared } from '../model/model.ts'
import { settle } from '../model/settle.ts'
import { catchUp } from '../model/subscription.ts'
import { SUBJECTS, VERBS } from '../verbs/all.ts'
import type { World } from '../world/start-world.ts'
import { conservationFault } from './conservation.ts'
import { brokenInvariants, expectedState, observedState, type State } from './observe.ts'
import { preludeOf } from './prelude.ts'
import type { Args, Expected, Verb } from './verb.ts'
import { type Answer, Walker } from './walker.ts'

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

export interface WalkOptions {
  /** How likely each step is to meet a kill. */
  kills?: number
  seen?: (verb: string, model: Model) => void
}

export interface Failure {
  /** What kind of check failed, and of what: a shrunk walk must fail in the same way. */
  kind: string
  details: string
  step: number
}

export interface WalkResult {
  steps: Step[]
  /** The steps with their answers, in words. */
  transcript: string[]
  /** Each verb with the status and code that it was answered with. */
  answers: { verb: string; outcome: string }[]
  failure: Failure | undefined
}

const byName = new Map(VERBS.map((verb) => [verb.name, verb]))
/** Each walk prefers some verbs and leaves others out: what needs many steps of a few kinds would hardly ever happen. */
const PREFERENCES = [0, 0, 1, 1, 1, 4, 8]
/** Without these nothing else happens. */
const ALWAYS: ReadonlySet<string> = new Set(['onboard', 'recharge', 'pay order', 'time passes'])
const SETTLE_AT_ONCE = 0.85
/** Walks in which another vendor shares provider, number and prices. */
const TWO_VENDORS = 0.25
const START = Date.UTC(2026, 6, 1)
const START_SPREAD_MS = 900 * 86_400_000

/** Chooses each step by the seed and the state that the walk has reached. */
export async function walk(world: World, seed: number, length: number, { kills = 0, seen }: WalkOptions = {}) {
  const chance = seededRandom(seed)
  const at = startOf(seed)
  const subject = chance.pick(SUBJECTS)
  const weighted = VERBS.filter(({ name }) => !subject.leftOut.has(name)).flatMap((verb) => {
    const preference = chance.pick(PREFERENCES)
    const times = verb.weight * (ALWAYS.has(verb.name) ? Math.max(1, Math.min(2, preference)) : preference)
    return Array.from({ length: times }, () => verb)
  })
  const vendors = chance.chance(TWO_VENDORS) ? 2 : 1
  const prelude = preludeOf(chance, subject.isAboutMessages, vendors)
  const next = ([first, second]: readonly Model[], n: number): Step => {
    const name = `step-${n}`
    const opening = prelude[n]
    const of = second && chance.chance(0.4) ? { model: second, second: true } : { model: first as Model }
    const { model, ...who } = of
    const step = opening ? { name, ...opening, settle: true } : { ...draw(model, weighted, chance, name), ...who }
    return kills > 0 && chance.chance(kills) ? { ...step, settle: true, kill: true } : step
  }
  return run(world, at, length, vendors, next, seen)
}

export const startOf = (seed: number) => START + seededRandom(seed ^ 0x5eed).below(START_SPREAD_MS / 1_000) * 1_000

/** The same steps again, without choosing. Steps that name what no earlier step has made are left out. */
export const replay = (world: World, at: number, steps: readonly Step[]) =>
  run(world, at, steps.length, steps.some(({ second }) => second) ? 2 : 1, (_models, n) => steps[n])

function draw(model: Model, weighted: readonly Verb[], chance: SeededRandom, name: string): Step {
  for (;;) {
    const verb = chance.pick(weighted)
    const args = verb.choose(model, chance)
    if (args) return { name, verb: verb.name, args, settle: chance.chance(SETTLE_AT_ONCE) }
  }
}

async function run(
  world: World,
  at: number,
  length: number,
  vendors: number,
  next: (models: readonly Model[], n: number) => Step | undefined,
  seen?: (verb: string, model: Model) => void,
): Promise<WalkResult> {
  const walker = await Walker.begin(world, at, vendors)
  const shared = newShared(at)
  for (let n = 0; n < vendors; n++) shared.vendors.push(newModel(shared, at))
  const result: WalkResult = { steps: [], transcript: [], answers: [], failure: undefined }
  for (let n = 0; n < length && !result.failure; n++) {
    const step = next(shared.vendors, n)
    const verb = step && byName.get(step.verb)
    const model = shared.vendors[step?.second ? 1 : 0]
    if (!step || !verb || !model) continue
    walker.sit(step.second ? 1 : 0)
    seen?.(step.verb, model)
    if (n === length - 1) walker.forgetViews()
    const taken = await take(walker, model, verb, step)
    if (!taken) continue
    result.steps.push(step)
    result.transcript.push(taken.line)
    result.answers.push(taken.answer)
    if (taken.fault) result.failure = { ...taken.fault, step: result.steps.length - 1 }
  }
  return result
}

type Fault = Omit<Failure, 'step'>

async function take(walker: Walker, model: Model, verb: Verb, step: Step) {
  tick(walker, model)
  const expected = predict(model, verb, step)
  if (!expected) return undefined
  const answer = await verb.run(walker, step.args, step.name).catch((error: unknown) => ({
    status: 0,
    body: { code: error instanceof Error ? error.message : String(error) },
  }))
  shareTime(model)
  const outcome = `${answer.status} ${answer.body?.code ?? ''}`.trim()
  const line = `${step.second ? 'second vendor: ' : ''}${step.verb} ${wordsOf(step.args)}→ ${outcome}${noteOf(step)}`
  if (step.settle) {
    settle(model.shared)
    await walker.settle(step.kill)
  }
  return {
    line,
    answer: { verb: step.verb, outcome },
    fault: answerFault(verb, expected, answer) ?? (await firstFault(walker, model.shared)),
  }
}

/** Time passes for all vendors alike. */
function shareTime({ shared, now }: Model) {
  for (const vendor of shared.vendors) {
    vendor.now = now
    catchUp(vendor)
  }
}

/** No two steps happen at the same instant. Nothing falls due by so little; see `time passes`. */
function tick(walker: Walker, model: Model) {
  model.now += 1
  walker.world.clock.set(new Date(model.now))
}

function predict(model: Model, verb: Verb, step: Step): Expected | undefined {
  try {
    return verb.predict(model, step.args, step.name)
  } catch (error) {
    if (error instanceof Missing) return undefined
    throw error
  }
}

function answerFault(verb: Verb, expected: Expected, { status, body }: Answer): Fault | undefined {
  const wanted = `${expected.status} ${expected.code ?? ''}`.trim()
  const got = `${status} ${body?.code ?? ''}`.trim()
  if (status !== expected.status || (expected.code !== undefined && body?.code !== expected.code))
    return {
      kind: `answer of "${verb.name}"`,
      details: `the model expects ${wanted}, the product answers ${got}: ${JSON.stringify(body)}`,
    }
  for (const [member, value] of Object.entries(expected.body ?? {}))
    if (!isDeepStrictEqual(body?.[member], value))
      return {
        kind: `${member} in the answer of "${verb.name}"`,
        details: `the model expects ${JSON.stringify(value)}, the product answers ${JSON.stringify(body?.[member])}`,
      }
  return undefined
}

async function firstFault(walker: Walker, { vendors }: Shared): Promise<Fault | undefined> {
  for (const [at, model] of vendors.entries()) {
    walker.sit(at)
    const fault = await stateFault(walker, model)
    if (fault) return fault
  }
  walker.hasOpenCampaigns = walker.seats.some((seat) => seat.hasOpenCampaigns)
  return undefined
}

async function stateFault(walker: Walker, model: Model): Promise<Fault | undefined> {
  const [observed, [broken]] = await Promise.all([observedState(walker), brokenInvariants(walker)])
  const expected = expectedState(model)
  for (const key of Object.keys(expected)) {
    if (isDeepStrictEqual(expected[key], observed[key]) || observed[key] === 'not readable') continue
    return { kind: `state of ${key}`, details: differenceOf(expected, observed, key) }
  }
  if (broken !== undefined) return { kind: 'invariant', details: broken }
  const leak = conservationFault(walker, model, walker.seat.books)
  return leak === undefined ? undefined : { kind: 'conservation', details: leak }
}

function differenceOf(expected: State, observed: State, key: string) {
  const lines = (value: unknown) => JSON.stringify(value, null, 2) ?? 'nothing'
  return `the model expects ${key} ${lines(expected[key])}\nthe product has ${lines(observed[key])}`
}

const noteOf = ({ settle, kill }: Step) => (kill ? ' (killed)' : settle ? '' : ' (background waits)')

const wordsOf = (args: Args) =>
  Object.entries(args)
    .map(([name, value]) => `${name}=${value} `)
    .join('')
