import { sql } from 'kysely'
import type pg from 'pg'

const MARK = '/* prepared */'

/**
 * Stands first in a statement that runs very often and whose text is always the same (lists go in as arrays):
 *
 *   sql`${PREPARED} select … where id = any(${ids}::uuid[])`.execute(db)
 *
 * It is parsed and planned once a connection, not once a call; for a statement of many parts that is most of its cost.
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

/** Teaches a connection to prepare what `PREPARED` marks; every other query goes its usual way. */
export function prepareMarked(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const intercept = (text: unknown, values: unknown, ...rest: unknown[]) =>
    typeof text === 'string' && text.startsWith(MARK)
      ? query({ name: nameOf(text), text, values }, ...rest)
      : query(text, values, ...rest)
  Object.defineProperty(client, 'query', { value: intercept, configurable: true })
}
