import { expect, test } from 'vitest'
import { drawingOf, type Step, startOf } from './engine/draw.ts'
import { type KeptWalk, scriptOf } from './engine/script.ts'
import { shrink } from './engine/shrink.ts'
import type { WalkResult } from './engine/walk.ts'
import { Missing } from './model/missing.ts'
import { type Model, newModel, newShared } from './model/model.ts'
import { settle } from './model/settle.ts'
import { VERBS } from './verbs/all.ts'

const STEPS = 60
const SEEDS = 20
const byName = new Map(VERBS.map((verb) => [verb.name, verb]))

/** A walk of the model alone, with a failure that is planted: it is noticed as soon as `isWrong`. */
function walkModel(
  at: number,
  vendors: number,
  next: (models: readonly Model[], n: number) => Step | undefined,
  length: number,
  isWrong: (model: Model) => boolean,
): WalkResult {
  const shared = newShared(at)
  for (let n = 0; n < vendors; n++) shared.vendors.push(newModel(shared, at))
  const result: WalkResult = { steps: [], transcript: [], answers: [], failure: undefined }
  for (let n = 0; n < length && !result.failure; n++) {
    const step = next(shared.vendors, n)
    const model = shared.vendors[step?.second ? 1 : 0]
    if (!step || !model || !isTaken(model, step)) continue
    for (const vendor of shared.vendors) vendor.now = model.now
    if (step.settle) settle(shared)
    result.steps.push(step)
    result.transcript.push(step.verb)
    if (shared.vendors.some(isWrong))
      result.failure = { kind: 'planted', details: 'as planted', step: result.steps.length - 1 }
  }
  return result
}

/** Not if it names what no earlier step has made. */
function isTaken(model: Model, step: Step): boolean {
  model.now += 1
  try {
    byName.get(step.verb)?.predict(model, step.args, step.name)
    return true
  } catch (error) {
    if (error instanceof Missing) return false
    throw error
  }
}

const replayModel = (at: number, steps: readonly Step[], isWrong: (model: Model) => boolean) =>
  walkModel(at, steps.some(({ second }) => second) ? 2 : 1, (_models, n) => steps[n], steps.length, isWrong)

/** The product would go wrong when a plan is changed after it was paid for; the shortest walk to it has these verbs. */
const PLANTED = {
  verbs: ['onboard', 'pay order', 'change plan'],
  isWrong: ({ subscriptions, orders }: Model) =>
    subscriptions.length > 0 && orders.some(({ type }) => type === 'PLAN_CHANGE'),
}

test('a walk that fails is shrunk to the steps that it needs, printed, and fails in the same way when what was printed is replayed', async () => {
  const found: string[][] = []
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { at, vendors, next } = drawingOf(seed, 0)
    const failed = walkModel(at, vendors, next, STEPS, PLANTED.isWrong)
    if (!failed.failure) continue
    const replay = (steps: readonly Step[]) => replayModel(at, steps, PLANTED.isWrong)
    const { steps, ...shrunk } = await shrink(failed, async (some) => replay(some))
    found.push(steps.map(({ verb }) => verb))
    for (const needed of steps) expect(replay(steps.filter((step) => step !== needed)).failure).toBeUndefined()

    const lines = scriptOf(seed, { steps, ...shrunk }).split('\n')
    expect(lines[0]).toBe(`Walk of seed ${seed}, ${steps.length} steps from ${new Date(at).toISOString()}: planted`)
    for (const { name, verb } of steps) expect(lines).toContain(`  ${name}: ${verb}`)
    const kept: KeptWalk = JSON.parse(lines.at(-1) ?? '')
    expect(kept).toMatchObject({ why: 'planted', at: new Date(startOf(seed)).toISOString() })
    expect(replayModel(Date.parse(kept.at), kept.steps, PLANTED.isWrong)).toMatchObject({
      failure: { kind: 'planted', details: 'as planted', step: steps.length - 1 },
      steps,
    })
  }
  expect(found).toContainEqual(PLANTED.verbs)
})
