import { setTimeout as sleep } from 'node:timers/promises'
import { ConnectionClosedError, createPostgresBackend, DEFAULT_SCHEMA, type PgPool, runMigrations } from 'bullmq'
import pg from 'pg'
import { type BullEngine, withPauseAfterFault } from './bullmq-engine.ts'

/** For all lanes together. Each lane that is worked on holds one connection more, to be told of new jobs. */
const CONNECTIONS_MAX = 6

/** A new job is announced; should the announcement be lost, it is found after this. BullMQ would wait up to an hour. */
const LOOK_AGAIN_SECONDS = 5

/**
 * BullMQ's tables live in a schema of their own, made and migrated by BullMQ. Processes that start together migrate
 * one after the other, under BullMQ's advisory lock.
 */
export async function postgresEngine(url: string, onError: (error: Error) => void): Promise<BullEngine<PgPool>> {
  const config: pg.ClientConfig = {
    connectionString: withSearchPath(url),
    application_name: 'harkara-queue',
    connectionTimeoutMillis: 20_000,
    query_timeout: 30_000,
    keepAlive: true,
  }
  const migrating = await connect(config, onError)
  try {
    await runMigrations(migrating)
  } finally {
    migrating.release()
  }

  const pool = new pg.Pool({ ...config, max: CONNECTIONS_MAX })
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))

  const connection = bullPool(pool, config, onError)
  return {
    producer: connection,
    consumer: connection,
    createBackend: withPauseAfterFault((...args) => {
      const backend = createPostgresBackend(...args)
      Object.defineProperty(backend, 'maximumBlockTimeout', { value: LOOK_AGAIN_SECONDS })
      backend.remove = (id) => removeUnlessRunning(pool, backend.qualifiedName, id)
      return backend
    }),
    close: () => pool.end(),
  }
}

/**
 * What BullMQ takes for a pool. It asks for connections only to keep them, for LISTEN: those are opened outside the
 * pool, so that many lanes cannot use it up.
 */
function bullPool(pool: pg.Pool, config: pg.ClientConfig, onError: (error: Error) => void): PgPool {
  const bull: PgPool = {
    query: (text, params) => queryPatiently(pool, text, params, onError),
    connect: () => connect(config, onError),
    end: async () => {},
    on: () => bull,
    removeAllListeners: () => bull,
  }
  return bull
}

/** An error on a connection without a listener would end the process, so the listener comes first and never goes. */
async function connect(config: pg.ClientConfig, onError: (error: Error) => void) {
  const client = new pg.Client(config)
  client.on('error', onError)
  await client.connect()
  const release = () => {
    client.on('error', onError) // BullMQ takes all listeners off before it lets a connection go
    client.end().catch(onError)
  }
  return Object.assign(client, { release })
}

const QUERY_TRIES_MAX = 10
const QUERY_PAUSE_MS_MAX = 200

/** Every statement of BullMQ is a transaction of its own, so one that the database undid can simply be repeated. */
async function queryPatiently(
  pool: pg.Pool,
  text: string,
  params: readonly unknown[] | undefined,
  onError: (error: Error) => void,
) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await pool.query(text, params && [...params])
    } catch (error) {
      if (wasUndone(error) && attempt < QUERY_TRIES_MAX) {
        await sleep(Math.random() * QUERY_PAUSE_MS_MAX) // at once, the same two would meet again
        continue
      }
      if (!(error instanceof Error) || !isOutage(error) || pool.ending) throw error
      // BullMQ repeats a step only when it takes the error for a lost connection, and then tells nobody. Anything else
      // would make it count a finished job as failed because the server restarted at that moment.
      onError(error)
      throw new ConnectionClosedError(error.message, error)
    }
  }
}

const wasUndone = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')

/** Connection exceptions, out of resources, shutting down or starting up, read-only after a failover. */
const OUTAGE_STATES = /^(08|53|57P|25006)/

/** An error that the server did not send is one of the connection to it. */
const isOutage = (error: Error) => !(error instanceof pg.DatabaseError) || OUTAGE_STATES.test(error.code ?? '')

/**
 * BullMQ looks whether the job runs and then deletes it, in two statements: a worker that takes the job in between
 * would run a job that was reported as removed.
 */
async function removeUnlessRunning(pool: pg.Pool, lane: string, id: string) {
  const text = `delete from job where queue = $1 and id = $2 and state in ('waiting', 'delayed')`
  const { rowCount } = await pool.query(text, [lane, id])
  return rowCount ?? 0
}

function withSearchPath(url: string) {
  const parsed = new URL(url)
  const options = parsed.searchParams.get('options') ?? ''
  parsed.searchParams.set('options', `${options} -c search_path=${DEFAULT_SCHEMA}`.trim())
  return parsed.href
}
