import type pg from 'pg'

type Effect = 'reads' | 'writes what it counts' | 'may write'

const CONTROL = /^\s*(begin|commit|rollback|start transaction)/i
const SELECT = /^\s*(\/\*.*?\*\/\s*)?select\b/i
const CHANGE = /^\s*(\/\*.*?\*\/\s*)?(insert|update|delete)\b/i
const LOCK = /\bfor (no key )?update\b/gi

/**
 * How often the database may have been written to. What was read while nothing was written needs no second look. A
 * statement counts unless it cannot have written: a query that calls none of the functions that write, or a change that
 * found no row.
 */
export class WriteCounter {
  count = 0
  private functions: readonly string[] = []
  private readonly effects = new Map<string, Effect>()

  async readFunctions(pool: pg.Pool) {
    const { rows } = await pool.query<{ name: string }>(`
      select proname as name from pg_proc where pronamespace = 'public'::regnamespace and provolatile = 'v'`)
    this.functions = rows.map(({ name }) => name)
  }

  watch(text: unknown, result: unknown) {
    const effect = typeof text === 'string' ? this.effectOf(text) : 'may write'
    if (effect === 'reads') return
    if (effect === 'may write' || !(result instanceof Promise)) {
      this.count++
      return
    }
    const note = ({ rowCount }: { rowCount?: number | null }) => {
      if (rowCount !== 0) this.count++
    }
    // What fails is rolled back, and is reported to who has asked.
    result.then(note, () => {})
  }

  private effectOf(text: string): Effect {
    const known = this.effects.get(text)
    if (known) return known
    const effect = this.judge(text)
    this.effects.set(text, effect)
    return effect
  }

  private judge(text: string): Effect {
    if (CONTROL.test(text)) return text.includes(';') ? 'may write' : 'reads'
    if (this.functions.some((name) => text.includes(name))) return 'may write'
    if (SELECT.test(text)) return 'reads'
    if (CHANGE.test(text)) return 'writes what it counts'
    return /\b(insert|update|delete|copy|truncate|merge)\b/i.test(text.replaceAll(LOCK, '')) ? 'may write' : 'reads'
  }
}
