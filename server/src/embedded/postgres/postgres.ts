import { join } from 'node:path'
import type { OwnedDataDir } from '../data-dir.ts'
import { findFreePort } from '../process/free-port.ts'
import { StartFailure, withStartFailures } from '../start-failure.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { type ClusterHome, openClusterHome } from './cluster-home.ts'
import { nameCluster, writeClusterRecord } from './cluster-record.ts'
import { type CreateOptions, DATABASE_USER, ensureCluster } from './create-cluster.ts'
import { launchServer, PortTaken } from './launch-server.ts'
import { serverSettings } from './settings.ts'
import { killOrphanedSessions, stopOrphan } from './stop-orphan.ts'
import { supervise } from './supervise.ts'

interface RunningPostgres {
  url: string
  stop(): Promise<void>
  /** Resolves only when the server died and could not be restarted. The product should report it and stop. */
  lost: Promise<StartFailure>
}

export interface PostgresOptions {
  /** False only in tests: faster, but a crash of the machine may lose data. */
  isDurable?: boolean
  /** Aborts a start; no process is left running. */
  signal?: AbortSignal
}

/**
 * Starts the PostgreSQL of a data directory: creates the cluster at the first start, recovers after a crash, and keeps
 * the server running until `stop`. Takes the claim instead of a path, because it stops the processes that a dead owner
 * left running.
 */
export async function startPostgres(owned: OwnedDataDir, options: PostgresOptions = {}): Promise<RunningPostgres> {
  return withStartFailures(owned.dir, async () => {
    const at = await openClusterHome(owned.dir)
    try {
      return await startIn(owned.dir, at, { isDurable: options.isDurable ?? true, signal: options.signal })
    } catch (error) {
      await at.release()
      throw error
    }
  })
}

const PORT_TRIES_MAX = 5

async function startIn(dataDir: string, at: ClusterHome, options: CreateOptions): Promise<RunningPostgres> {
  const binaries = await findBinaries(at.home, at.user)
  await ensureCluster(at, binaries, options)
  const clusterName = await nameCluster(at.cluster)
  await stopOrphan(at.cluster, clusterName)
  let preferred = at.record.port
  for (let tries = 0; tries < PORT_TRIES_MAX; tries++) {
    const port = await findFreePort(preferred)
    await writeClusterRecord(dataDir, { ...at.record, port })
    try {
      return await run({ dataDir, at, binaries, clusterName, port, options })
    } catch (error) {
      if (!(error instanceof PortTaken)) throw error
      preferred = undefined
    }
  }
  throw new StartFailure('PostgreSQL found no free port on 127.0.0.1: free a port, then start again.')
}

interface Run {
  dataDir: string
  at: ClusterHome
  binaries: Binaries
  clusterName: string
  port: number
  options: CreateOptions
}

async function run({ dataDir, at, binaries, clusterName, port, options }: Run): Promise<RunningPostgres> {
  const launch = (signal: AbortSignal | undefined) =>
    launchServer({
      postgres: binaries.postgres,
      cluster: at.cluster,
      settings: serverSettings(clusterName, port, options.isDurable),
      user: at.user,
      logFile: join(dataDir, 'postgres.log'),
      signal,
    })
  const server = supervise(await launch(options.signal), async (signal) => {
    await killOrphanedSessions(clusterName)
    return launch(signal)
  })
  return {
    url: `postgres://${DATABASE_USER}:${at.record.password}@127.0.0.1:${port}/postgres`,
    lost: server.lost,
    stop: async () => {
      await server.stop()
      await at.release()
    },
  }
}
