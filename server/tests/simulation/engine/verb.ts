import type { SeededRandom } from '../../support/random/seeded-random.ts'
import type { Model } from '../model/model.ts'
import type { Answer, Walker } from './walker.ts'

/** What a step must be answered with: the status, the code of a refusal, and members of the body. */
export interface Expected {
  status: number
  code?: string
  body?: Record<string, unknown>
}

/** Plain data, so that a walk can be printed, kept in a file and replayed. */
export type Args = Record<string, string | number | boolean | null>

/**
 * Something that somebody can do. `choose` draws arguments, also for states in which the verb must be refused; undefined
 * when there is nothing to draw from. `predict` says the answer and changes the model; `run` does it to the product.
 * Things are named by the step that made them, so that steps before them can be left out when a walk is shrunk.
 */
export interface Verb {
  name: string
  weight: number
  /** What is often done next: sequences of several steps that matter would hardly ever be drawn otherwise. */
  followedBy?: readonly string[]
  /** How likely the background work is done at once; as for all others where nothing is said. */
  settles?: number
  choose(model: Model, random: SeededRandom): Args | undefined
  predict(model: Model, args: Args, name: string): Expected
  run(walker: Walker, args: Args, name: string): Promise<Answer>
}

export const refusal = (status: number, code: string): Expected => ({ status, code })
export const ok = (body?: Record<string, unknown>): Expected => ({ status: 200, ...(body && { body }) })
export const created = (body?: Record<string, unknown>): Expected => ({ status: 201, ...(body && { body }) })

/** Mostly one of the newest, where the interesting things happen. */
export function recent<T>(random: SeededRandom, from: readonly T[]): T | undefined {
  if (from.length === 0) return undefined
  return random.chance(0.7) ? from[from.length - 1] : random.pick(from)
}

/** Mostly one with which the verb succeeds; now and then any, to see it refused. */
export function sensible<T>(random: SeededRandom, from: readonly T[], isSensible: (one: T) => boolean): T | undefined {
  const good = from.filter(isSensible)
  return recent(random, good.length > 0 && random.chance(0.8) ? good : from)
}
