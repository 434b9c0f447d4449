import type pg from 'pg'
import { type Database, openDatabase } from '../../../src/platform/db/db.ts'
import { WriteCounter } from './write-counter.ts'

/** A walk takes one step after the other; a few statements of a step run at once. */
const CONNECTIONS = 4

/**
 * The product's connections, which prepare every statement with parameters. Walks repeat the same few hundred statements
 * on a handful of rows, where parsing and planning is most of the cost. The product itself only prepares those that it
 * marks, because it has many more connections and tables that grow.
 */
export async function openWalkDatabase(url: string): Promise<Database & { writes: WriteCounter }> {
  const database = openDatabase({ url, poolSize: CONNECTIONS, onError: () => {} })
  const writes = new WriteCounter()
  database.pool.on('connect', (client) => prepareAll(client, writes))
  await writes.readFunctions(database.pool)
  return { ...database, writes }
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `walk_${names.size}`
  names.set(text, name)
  return name
}

/** Data of a COPY also comes as a value. A plan for all values cannot tell which partial index a conflict is about. */
const NOT_PREPARED = /^\s*copy\b|\bon conflict\b/i

const isPreparable = (text: unknown, values: unknown): text is string =>
  typeof text === 'string' && Array.isArray(values) && values.length > 0 && !NOT_PREPARED.test(text)

function prepareAll(client: pg.PoolClient, writes: WriteCounter) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const intercept = (text: unknown, values: unknown, ...rest: unknown[]) => {
    const isNamed = isPreparable(text, values)
    const result = isNamed ? query({ name: nameOf(text), text, values }, ...rest) : query(text, values, ...rest)
    writes.watch(text, result)
    return result
  }
  Object.defineProperty(client, 'query', { value: intercept, configurable: true })
}
