import { Missing } from '../model/missing.ts'
import { newModel, newShared } from '../model/model.ts'
import { settle } from '../model/settle.ts'
import { catchUp } from '../model/subscription.ts'
import { VERBS } from '../verbs/all.ts'
import { drawingOf } from './draw.ts'
import { PairTable } from './pairs.ts'

const byName = new Map(VERBS.map((verb) => [verb.name, verb]))

/**
 * The walks that a run would take, with the model alone: steps depend on the model and never on the product's answers.
 * That takes a hundredth of the time and shows what a budget reaches.
 */
export function drawOnly(first: number, count: number, length: number): PairTable {
  const pairs = new PairTable()
  for (let seed = first; seed < first + count; seed++) drawWalk(seed, length, pairs)
  return pairs
}

function drawWalk(seed: number, length: number, pairs: PairTable) {
  const { at, vendors, next } = drawingOf(seed, 0)
  const shared = newShared(at)
  for (let n = 0; n < vendors; n++) shared.vendors.push(newModel(shared, at))
  const seen = pairs.watch()
  for (let n = 0; n < length; n++) {
    const step = next(shared.vendors, n)
    const model = shared.vendors[step.second ? 1 : 0]
    const verb = byName.get(step.verb)
    if (!model || !verb) throw new Error(`nobody takes ${step.name}`)
    model.now += 1
    seen(step.verb, model)
    try {
      verb.predict(model, step.args, step.name)
    } catch (error) {
      if (error instanceof Missing) continue
      throw error
    }
    for (const vendor of shared.vendors) {
      vendor.now = model.now
      catchUp(vendor)
    }
    if (step.settle) settle(shared)
  }
}
