import type { Model } from '../model/model.ts'
import { latest, statusOf } from '../model/subscription.ts'

/** The state in which a step was taken, as far as the tables tell states apart. */
export function phaseOf(model: Model): string {
  if (model.status !== 'ACTIVE') return model.status
  const sub = latest(model)
  return sub ? statusOf(sub, model.now) : 'NO PLAN'
}

type Counts = Map<string, Map<string, number>>
const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1)
const columnsOf = (counts: Counts) => [...new Set([...counts.values()].flatMap((one) => [...one.keys()]))].sort()

function count(counts: Counts, key: string, column: string) {
  const columns = counts.get(key) ?? new Map<string, number>()
  columns.set(column, (columns.get(column) ?? 0) + 1)
  counts.set(key, columns)
}

/** How often each verb was taken in each state, got which answer, and followed which other verb. */
export class PairTable {
  private readonly states: Counts = new Map()
  private readonly answers: Counts = new Map()
  private readonly pairs: Counts = new Map()
  /** The same with states, which is too much to read and good to search. */
  private readonly pairsInStates: Counts = new Map()

  /** Watches one walk: pairs do not span two of them. */
  watch() {
    let before: string | undefined
    return (verb: string, model: Model) => {
      const state = phaseOf(model)
      count(this.states, verb, state)
      if (before !== undefined) {
        count(this.pairs, before, verb)
        count(this.pairsInStates, `${before} → ${verb}`, state)
      }
      before = verb
    }
  }

  answer(verb: string, outcome: string) {
    count(this.answers, verb, outcome)
  }

  verbs(): string[] {
    return [...this.states.keys()]
  }

  /** Pairs of these verbs that never happened. */
  missing(verbs: readonly string[]): string[] {
    return verbs.flatMap((verb) =>
      verbs.filter((next) => !this.pairs.get(verb)?.has(next)).map((next) => `${verb} → ${next}`),
    )
  }

  /** A line for each verb: how often in which state, and with which answers. */
  verbTable(): string {
    const states = columnsOf(this.states)
    const answersOf = (verb: string) =>
      [...(this.answers.get(verb) ?? [])]
        .sort(byName)
        .map(([outcome, times]) => `${outcome} (${times})`)
        .join(', ')
    const lines = [...this.states]
      .sort(byName)
      .map(([verb, counts]) => row([verb, ...states.map((state) => counts.get(state) ?? 0), answersOf(verb)]))
    return [row(['verb', ...states, 'answers']), row(['---', ...states.map(() => '---:'), '---']), ...lines].join('\n')
  }

  /** A line for each verb, with how often each other one followed it; a dot where one never did. */
  matrix(): string {
    const verbs = [...this.states.keys()].sort()
    const lines = verbs.map((verb, n) => {
      const after = this.pairs.get(verb)
      const cells = verbs.map((next) => String(after?.get(next) ?? '·').padStart(3))
      return `${String(n + 1).padStart(2)} ${cells.join('')}`
    })
    const head = `   ${verbs.map((_, n) => String(n + 1).padStart(3)).join('')}`
    const legend = verbs.map((verb, n) => `${n + 1} ${verb}`).join(', ')
    return `${legend}.\n\n\`\`\`text\n${[head, ...lines].join('\n')}\n\`\`\``
  }

  /** One line for each pair that happened, with its count in each state. */
  pairTable(): string {
    const states = columnsOf(this.pairsInStates)
    const lines = [...this.pairsInStates]
      .sort(byName)
      .map(([pair, counts]) => row([pair, ...states.map((state) => counts.get(state) ?? 0)]))
    return [row(['verb → next verb', ...states]), row(['---', ...states.map(() => '---:')]), ...lines].join('\n')
  }
}
