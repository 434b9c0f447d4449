import { listProcesses } from '../process/process-table.ts'
import { waitUntil } from '../process/wait-until.ts'
import { endServer, sendSignal } from './end-server.ts'
import { removePostmasterFile } from './postmaster-file.ts'

const STRAGGLERS_WAIT_MS = 5_000

/**
 * Stops what a dead owner left running on this cluster; only the owner of the cluster may call it. The pid that a server
 * leaves in its cluster may by now be anybody's (or one of another container), so servers are known by what they run.
 */
export async function stopOrphan(cluster: string, clusterName: string): Promise<void> {
  for (const { pid } of await serversOf(clusterName)) {
    await endServer(pid, async () => (await serversOf(clusterName)).every((server) => server.pid !== pid))
  }
  await killStragglers(clusterName)
  // PostgreSQL would take any process with that pid for a running server and refuse to start.
  await removePostmasterFile(cluster)
}

/**
 * Sessions outlive a killed server while they are busy, and a new one cannot start beside them. Without their server
 * they cannot commit, so nothing is lost by ending them.
 */
export async function killStragglers(clusterName: string): Promise<void> {
  await waitUntil(async () => {
    const stragglers = (await listProcesses()).filter(({ command }) => command.startsWith(`postgres: ${clusterName}: `))
    for (const { pid } of stragglers) sendSignal(pid, 'SIGKILL')
    return stragglers.length === 0
  }, STRAGGLERS_WAIT_MS)
}

async function serversOf(clusterName: string) {
  const isServer = (command: string) =>
    command.includes('/postgres -D ') && command.includes(` cluster_name=${clusterName} `)
  return (await listProcesses()).filter(({ command }) => isServer(command))
}
