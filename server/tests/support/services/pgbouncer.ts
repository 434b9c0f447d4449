import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startDaemon } from './daemon.ts'
import { freePort } from './free-port.ts'
import { findProgram } from './require-program.ts'

interface PoolOptions {
  /** Connections to the server, for all clients together. */
  size: number
}

/** A real PgBouncer in front of a database, which lends a connection for one transaction at a time. */
export async function startPgBouncer(databaseUrl: string, { size }: PoolOptions) {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const ownPort = await freePort()
  const dir = await mkdtemp(join(tmpdir(), 'harkara-pgbouncer-'))
  const config = join(dir, 'pgbouncer.ini')
  await writeFile(
    config,
    `[databases]
pooled = host=${hostname} port=${port} user=${username} password=${password} dbname=${pathname.slice(1)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${size}
max_client_conn = 500
ignore_startup_parameters = extra_float_digits
`,
  )
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  await Promise.all([chmod(dir, 0o755), chmod(config, 0o644)])
  const url = `postgres://harkara@127.0.0.1:${ownPort}/pooled`
  const daemon = await startDaemon(findProgram('pgbouncer') ?? 'pgbouncer', [...user, config], () => reach(url))
  return {
    url,
    async stop() {
      await daemon.kill('SIGKILL')
      await rm(dir, { recursive: true, force: true })
    },
  }
}

async function reach(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.end()
}
