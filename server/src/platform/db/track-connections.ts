import { once } from 'node:events'
import type pg from 'pg'

/**
 * The returned function waits until all connections of an ended pool are closed. `pool.end` alone does not wait for
 * that: a server that is stopped right after it reports an error on the connections that are still open.
 */
export function trackConnections(pool: pg.Pool): () => Promise<void> {
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    open.add(client)
    client.once('end', () => open.delete(client))
  })
  return async () => {
    await Promise.all([...open].map((client) => once(client, 'end')))
  }
}
