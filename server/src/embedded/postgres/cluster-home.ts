import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { claimDataDir } from '../data-dir.ts'
import type { RunUser } from '../process/run-program.ts'
import { canEnter, chooseRunUser } from '../process/run-user.ts'
import { StartFailure } from '../start-failure.ts'
import { type ClusterRecord, clusterIn, isCluster, readClusterRecord, writeClusterRecord } from './cluster-record.ts'

export interface ClusterHome {
  /** Absolute; the server's user can enter it. */
  home: string
  cluster: string
  user: RunUser | undefined
  record: ClusterRecord
  release(): Promise<void>
}

/**
 * Where root's data directory is out of the server user's reach (a parent with mode 0700 is normal), the cluster lives
 * here under a name made from the data directory's.
 */
const SYSTEM_HOME = '/var/lib/harkara'

/** Where the cluster of a data directory lives and as whom it runs; decided at the first start, found again after. */
export async function openClusterHome(dataDir: string): Promise<ClusterHome> {
  const found = await readClusterRecord(dataDir)
  const user = await chooseRunUser(found && clusterIn(resolve(dataDir, found.home)))
  const record = found ?? { home: await chooseHome(dataDir, user), password: randomBytes(24).toString('base64url') }
  if (!found) await writeClusterRecord(dataDir, record)
  const home = resolve(dataDir, record.home)
  if (user && !(await canEnter(user, home))) {
    throw new StartFailure(
      `The database in ${home} runs as user ${user.uid}, who cannot enter that directory: allow access on every parent directory (chmod o+x), or move the data directory.`,
    )
  }
  return { home, cluster: clusterIn(home), user, record, release: await claimHome(dataDir, home) }
}

async function chooseHome(dataDir: string, user: RunUser | undefined): Promise<string> {
  if (!user || (await canEnter(user, dataDir))) return '.'
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  let home = join(SYSTEM_HOME, name)
  // What is there belongs to a data directory that was moved away or removed; whoever removed it may want it back.
  for (let next = 2; await isCluster(clusterIn(home)); next++) home = join(SYSTEM_HOME, `${name}-${next}`)
  await mkdir(home, { recursive: true })
  for (const path of [SYSTEM_HOME, home]) await chmod(path, 0o711)
  return home
}

/** A copied data directory names the same cluster as the original; owning DATA_DIR alone would let both use it. */
async function claimHome(dataDir: string, home: string): Promise<() => Promise<void>> {
  if (home === dataDir) return async () => {}
  const claim = await claimDataDir(home)
  if (claim.kind === 'owner') return claim.release
  throw new StartFailure(
    `The database in ${home} is in use by process ${claim.pid}: stop that process, then start again.`,
  )
}
