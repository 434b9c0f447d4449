import { sql } from 'kysely'
import type pg from 'pg'

const MARK = '/* prepared */'

/**
 * Marks, at its beginning, a statement that runs very often with the same text (lists are passed as arrays):
 *
 *   sql`${PREPARED} select … where id = any(${ids}::uuid[])`.execute(db)
 *
 * It is parsed and planned once per connection instead of once per call, which is most of the cost of a long statement.
 */
export const PREPARED = sql.raw(MARK)

const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `harkara_${names.size}`
  names.set(text, name)
  return name
}

/** Makes a connection prepare the statements that `PREPARED` marks; every other query is unaffected. */
export function prepareMarked(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const intercept = (text: unknown, values: unknown, ...rest: unknown[]) =>
    typeof text === 'string' && text.startsWith(MARK)
      ? query({ name: nameOf(text), text, values }, ...rest)
      : query(text, values, ...rest)
  Object.defineProperty(client, 'query', { value: intercept, configurable: true })
}
