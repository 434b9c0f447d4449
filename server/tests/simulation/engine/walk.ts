import { isDeepStrictEqual } from 'node:util'
import { Missing } from '../model/missing.ts'
import { type Model, newModel, newShared, type Shared } from '../model/model.ts'
import { settle } from '../model/settle.ts'
import { catchUp } from '../model/subscription.ts'
import { VERBS } from '../verbs/all.ts'
import type { World } from '../world/start-world.ts'
import { conservationFault } from './conservation.ts'
import { drawingOf, type Step } from './draw.ts'
import { expectedState, observedState, type State } from './observe.ts'
import type { Args, Expected, Verb } from './verb.ts'
import { type Answer, Walker } from './walker.ts'

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

/** Chooses each step by the seed and the state that the walk has reached. */
export async function walk(world: World, seed: number, length: number, { kills = 0, seen }: WalkOptions = {}) {
  const { at, vendors, next } = drawingOf(seed, kills)
  return run(world, at, length, vendors, next, seen)
}

/** The same steps again, without choosing. Steps that name what no earlier step has made are left out. */
export const replay = (world: World, at: number, steps: readonly Step[]) =>
  run(world, at, steps.length, steps.some(({ second }) => second) ? 2 : 1, (_models, n) => steps[n])

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
    if (n === length - 1) walker.forgetReadings()
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
  walker.noteCampaigns()
  return undefined
}

async function stateFault(walker: Walker, model: Model): Promise<Fault | undefined> {
  const observed = await observedState(walker)
  const [broken] = observed.brokenInvariants
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
