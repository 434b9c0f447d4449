import { finished } from 'node:stream/promises'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/**
 * The data of a COPY, standing where a statement has its parameter:
 *
 *   sql`copy staged_contact (…) from stdin (format binary) ${copyData(buffers)}`.execute(tx)
 *
 * so that a COPY is part of the transaction like any other statement.
 */
class CopyData {
  readonly buffers: readonly Uint8Array[]
  constructor(buffers: readonly Uint8Array[]) {
    this.buffers = buffers
  }
}

export const copyData = (buffers: readonly Uint8Array[]) => new CopyData(buffers)

/**
 * The result of a COPY as one buffer that can be transferred to a thread. Bytes arrive as they are, where a query would
 * encode them in hexadecimal. The statement cannot have parameters.
 */
export async function copiedOut(db: QueryExecutorProvider, statement: RawBuilder<unknown>): Promise<Uint8Array> {
  const { rows } = await sql<Uint8Array>`${statement} ${COPIED_OUT}`.execute(db)
  const whole = Buffer.allocUnsafeSlow(rows.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const piece of rows) {
    whole.set(piece, at)
    at += piece.byteLength
  }
  return whole
}

const COPIED_OUT = Symbol('copied out')

/** Makes a connection stream the statements that these two mark; every other query is unaffected. */
export function acceptCopies(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const intercept = (text: unknown, values: unknown, ...rest: unknown[]) => {
    const data = Array.isArray(values) ? values[0] : undefined
    if (data instanceof CopyData) return copyIn(String(text), data)
    if (data === COPIED_OUT) return copyOut(String(text))
    return query(text, values, ...rest)
  }
  Object.defineProperty(client, 'query', { value: intercept, configurable: true })

  async function copyIn(text: string, { buffers }: CopyData) {
    const stream = query(copyFrom(withoutMark(text))) as ReturnType<typeof copyFrom>
    const done = finished(stream)
    for (const buffer of buffers) stream.write(buffer)
    stream.end()
    await done
    return { command: 'COPY', rowCount: stream.rowCount, rows: [] }
  }

  async function copyOut(text: string) {
    const stream = query(copyTo(withoutMark(text))) as ReturnType<typeof copyTo>
    const rows: Uint8Array[] = []
    for await (const piece of stream) rows.push(piece as Buffer)
    return { command: 'COPY', rowCount: stream.rowCount, rows }
  }
}

const withoutMark = (text: string) => text.replace(/\s*\$1\s*$/, '')
