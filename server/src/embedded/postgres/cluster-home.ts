import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { claimDataDir } from '../data-dir.ts'
import type { RunUser } from '../process/run-program.ts'
import { canAccessDirectory, chooseRunUser } from '../process/run-user.ts'
import { StartFailure } from '../start-failure.ts'
import { type ClusterRecord, clusterIn, isCluster, readClusterRecord, writeClusterRecord } from './cluster-record.ts'

export interface ClusterHome {
  /** An absolute path that the server's user can enter. */
  home: string
  cluster: string
  user: RunUser | undefined
  record: ClusterRecord
  release(): Promise<void>
}

/**
 * Used when the server's user cannot enter root's data directory, for example because a parent has mode 0700. The
 * cluster's directory in here is named after the data directory.
 */
const SYSTEM_HOME = '/var/lib/harkara'

/** Where the cluster of a data directory is and which user runs it. Decided at the first start and stored. */
export async function openClusterHome(dataDir: string): Promise<ClusterHome> {
  const found = await readClusterRecord(dataDir)
  const user = await chooseRunUser(found && clusterIn(resolve(dataDir, found.home)))
  const record = found ?? { home: await chooseHome(dataDir, user), password: randomBytes(24).toString('base64url') }
  if (!found) await writeClusterRecord(dataDir, record)
  const home = resolve(dataDir, record.home)
  if (user && !(await canAccessDirectory(user, home))) {
    throw new StartFailure(
      `The database in ${home} runs as user ${user.uid}, who cannot enter that directory: allow access on every parent directory (chmod o+x), or move the data directory.`,
    )
  }
  return { home, cluster: clusterIn(home), user, record, release: await claimHome(dataDir, home) }
}

async function chooseHome(dataDir: string, user: RunUser | undefined): Promise<string> {
  if (!user || (await canAccessDirectory(user, dataDir))) return '.'
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  let home = join(SYSTEM_HOME, name)
  // An existing cluster belongs to a data directory that was moved or removed, and somebody may still need it.
  for (let next = 2; await isCluster(clusterIn(home)); next++) home = join(SYSTEM_HOME, `${name}-${next}`)
  await mkdir(home, { recursive: true })
  for (const path of [SYSTEM_HOME, home]) await chmod(path, 0o711)
  return home
}

/** A copy of a data directory names the same cluster as the original, so owning DATA_DIR is not enough. */
async function claimHome(dataDir: string, home: string): Promise<() => Promise<void>> {
  if (home === dataDir) return async () => {}
  const claim = await claimDataDir(home)
  if (claim.kind === 'owner') return claim.release
  throw new StartFailure(
    `The database in ${home} is in use by process ${claim.pid}: stop that process, then start again.`,
  )
}
