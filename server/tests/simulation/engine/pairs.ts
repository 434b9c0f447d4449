import type { Model } from '../model/model.ts'
import { latest, statusOf } from '../model/subscription.ts'

/** The state in which a step was taken, as far as the table tells states apart. */
export function phaseOf(model: Model): string {
  if (model.status !== 'ACTIVE') return model.status
  const sub = latest(model)
  return sub ? statusOf(sub, model.now) : 'NO PLAN'
}

/** How often each verb followed each other one, and in which state. */
export class PairTable {
  private readonly counts = new Map<string, Map<string, number>>()

  /** Watches one walk: pairs do not span two of them. */
  watch() {
    let before: string | undefined
    return (verb: string, model: Model) => {
      if (before !== undefined) this.count(`${before} → ${verb}`, phaseOf(model))
      before = verb
    }
  }

  private count(pair: string, phase: string) {
    const phases = this.counts.get(pair) ?? new Map<string, number>()
    phases.set(phase, (phases.get(phase) ?? 0) + 1)
    this.counts.set(pair, phases)
  }

  /** How many of the possible pairs were seen in any state. */
  get seen() {
    return this.counts.size
  }

  /** One line for each pair, with its count in each state. */
  toMarkdown(): string {
    const phases = [...new Set([...this.counts.values()].flatMap((counts) => [...counts.keys()]))].sort()
    const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
    const lines = [...this.counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([pair, counts]) => row([pair, ...phases.map((phase) => counts.get(phase) ?? 0)]))
    return [row(['verb → next verb', ...phases]), row(['---', ...phases.map(() => '---:')]), ...lines].join('\n')
  }
}
