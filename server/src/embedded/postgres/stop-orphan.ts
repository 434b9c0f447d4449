import { listProcesses } from '../process/process-table.ts'
import { waitUntil } from '../process/wait-until.ts'
import { endServer, sendSignal } from './end-server.ts'
import { removePostmasterFile } from './postmaster-file.ts'

const ORPHANED_SESSIONS_WAIT_MS = 5_000

/**
 * Stops the processes that a dead owner left running on this cluster. Only the cluster's owner may call it. The pid in
 * the cluster may have been reused, or belong to another container, so servers are identified by their command line.
 */
export async function stopOrphan(cluster: string, clusterName: string): Promise<void> {
  for (const { pid } of await serversOf(clusterName)) {
    await endServer(pid, async () => (await serversOf(clusterName)).every((server) => server.pid !== pid))
  }
  await killOrphanedSessions(clusterName)
  // PostgreSQL would take any process with that pid for a running server and refuse to start.
  await removePostmasterFile(cluster)
}

/**
 * Busy sessions outlive a killed server, and a new server cannot start while they run. Without their server they cannot
 * commit, so ending them loses nothing.
 */
export async function killOrphanedSessions(clusterName: string): Promise<void> {
  await waitUntil(async () => {
    const sessions = (await listProcesses()).filter(({ command }) => command.startsWith(`postgres: ${clusterName}: `))
    for (const { pid } of sessions) sendSignal(pid, 'SIGKILL')
    return sessions.length === 0
  }, ORPHANED_SESSIONS_WAIT_MS)
}

async function serversOf(clusterName: string) {
  const isServer = (command: string) =>
    command.includes('/postgres -D ') && command.includes(` cluster_name=${clusterName} `)
  return (await listProcesses()).filter(({ command }) => isServer(command))
}
