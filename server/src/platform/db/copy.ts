import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

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

/** Teaches a connection to stream what `copyData` marks; every other query goes its usual way. */
export function acceptCopies(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const intercept = (text: unknown, values: unknown, ...rest: unknown[]) => {
    const data = Array.isArray(values) ? values[0] : undefined
    return data instanceof CopyData ? copy(String(text), data) : query(text, values, ...rest)
  }
  Object.defineProperty(client, 'query', { value: intercept, configurable: true })

  async function copy(text: string, { buffers }: CopyData) {
    const stream = query(copyFrom(text.replace(/\s*\$1\s*$/, ''))) as ReturnType<typeof copyFrom>
    const done = finished(stream)
    for (const buffer of buffers) stream.write(buffer)
    stream.end()
    await done
    return { command: 'COPY', rowCount: stream.rowCount, rows: [] }
  }
}
