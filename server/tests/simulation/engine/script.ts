import { type Step, startOf } from './draw.ts'
import type { WalkResult } from './walk.ts'

/** A walk that can be kept and replayed: when it starts, and its steps. */
export interface KeptWalk {
  why: string
  at: string
  steps: Step[]
}

/** A failed walk for people, followed by the same for `kept-walks.json`. */
export function scriptOf(seed: number, { steps, transcript, failure }: WalkResult): string {
  const at = new Date(startOf(seed)).toISOString()
  const lines = transcript.map((line, n) => `  ${steps[n]?.name}: ${line}`)
  const kept: KeptWalk = { why: failure?.kind ?? '', at, steps }
  return [
    `Walk of seed ${seed}, ${steps.length} steps from ${at}: ${failure?.kind}`,
    ...lines,
    failure?.details ?? '',
    'To keep it, add to server/tests/simulation/kept-walks.json:',
    JSON.stringify(kept),
  ].join('\n')
}
