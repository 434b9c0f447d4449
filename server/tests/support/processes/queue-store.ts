import { Redis } from 'ioredis'
import pg from 'pg'
import type { BullQueueOptions } from '../../../src/adapters/queue/bullmq.ts'
import { createTestDatabase } from '../database/database.ts'
import { startRedis } from '../services/redis.ts'
import { requireProgram } from '../services/require-program.ts'

/** What the tests of the queue need to know about a backend besides its queue. */
export interface QueueStore {
  engine: BullQueueOptions['engine']
  /** The number of stored jobs of a lane, and the length of its event log. */
  leftovers(lane: string): Promise<{ jobs: number; events: number }>
  /** Until `acceptAgain` the server responds but gives out no jobs. `refusals` counts its refusals, roughly. */
  refuse(): Promise<void>
  acceptAgain(): Promise<void>
  refusals(): Promise<number>
  close(): Promise<void>
}

export const queueStores = [
  { kind: 'postgres', runs: true, open: openPostgres },
  { kind: 'redis', runs: requireProgram('redis-server', 'queue on Redis'), open: openRedis },
] as const

async function openPostgres(): Promise<QueueStore> {
  const url = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const count = async (lane: string, table: string) =>
    (await pool.query(`select count(*)::int as n from bullmq.${table} where queue = $1`, [lane])).rows[0].n as number
  return {
    engine: { kind: 'postgres', url },
    leftovers: async (lane) => ({ jobs: await count(lane, 'job'), events: await count(lane, 'event') }),
    refuse: async () => void (await pool.query('alter table bullmq.job rename to lost')),
    acceptAgain: async () => void (await pool.query('alter table bullmq.lost rename to job')),
    async refusals() {
      const text = 'select xact_rollback::int as n from pg_stat_database where datname = current_database()'
      return (await pool.query(text)).rows[0].n as number
    },
    close: () => pool.end(),
  }
}

/** Keys of the lane itself. There is one of each, however many jobs there were. */
const LANE_KEYS = new Set(['meta', 'id', 'events', 'stalled', 'stalled-check', 'marker', 'pc'])

async function openRedis(): Promise<QueueStore> {
  const server = await startRedis()
  const client = new Redis(server.url)
  return {
    engine: { kind: 'redis', url: server.url },
    async leftovers(lane) {
      const prefix = `queue:${lane}:`
      const keys = (await client.keys(`${prefix}*`)).map((key) => key.slice(prefix.length))
      return { jobs: keys.filter((key) => !LANE_KEYS.has(key)).length, events: await client.xlen(`${prefix}events`) }
    },
    refuse: async () => void (await client.config('SET', 'maxmemory', '1')),
    acceptAgain: async () => void (await client.config('SET', 'maxmemory', '0')),
    refusals: async () => Number(/total_error_replies:(\d+)/.exec(await client.info('stats'))?.[1]),
    async close() {
      client.disconnect()
      await server.stop()
    },
  }
}
