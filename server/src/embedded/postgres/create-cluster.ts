import { chown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunUser, runProgram } from '../process/run-program.ts'
import { StartFailure } from '../start-failure.ts'
import type { Binaries } from './binaries.ts'
import type { ClusterHome } from './cluster-home.ts'
import { isCluster, syncDirectory } from './cluster-record.ts'
import { failureCause } from './failure-cause.ts'

export const DATABASE_USER = 'harkara'

const DRAFT_PREFIX = 'postgres-draft-'

export interface CreateOptions {
  isDurable: boolean
  signal: AbortSignal | undefined
}

/**
 * Creates the cluster if it is missing, and refuses one of another version. It is created under another name and then
 * renamed, so an existing cluster is always complete.
 */
export async function ensureCluster(at: ClusterHome, binaries: Binaries, options: CreateOptions): Promise<void> {
  await removeDrafts(at.home)
  if (await isCluster(at.cluster)) return checkVersion(at.cluster, binaries.major)
  const draft = await mkdtemp(join(at.home, DRAFT_PREFIX))
  try {
    await initialize(draft, at, binaries, options)
    await rename(join(draft, 'cluster'), at.cluster)
    await syncDirectory(at.home)
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function initialize(draft: string, at: ClusterHome, binaries: Binaries, options: CreateOptions): Promise<void> {
  const passwordFile = join(draft, 'password')
  await writeFile(passwordFile, at.record.password, { mode: 0o600 })
  await giveTo(at.user, draft, passwordFile)
  const args = ['--pgdata', join(draft, 'cluster'), '--username', DATABASE_USER, '--pwfile', passwordFile]
  const { ok, stderr } = await runProgram(
    binaries.initdb,
    [...args, ...INITDB_ARGS, ...(options.isDurable ? [] : ['--no-sync'])],
    { user: at.user, signal: options.signal },
  )
  if (ok) return
  throw new StartFailure(
    `The database could not be created in ${at.home} (${failureCause(stderr)}): check free space and permissions, or set DATA_DIR to another directory.`,
  )
}

/** PostgreSQL's built-in C.UTF-8 is the same on every machine, and its `lower()` works for all scripts. */
const INITDB_ARGS = [
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth=scram-sha-256',
  '--no-instructions',
]

/** Left by a start that was killed. If its initdb is still writing, the next start removes the rest. */
async function removeDrafts(home: string): Promise<void> {
  const drafts = (await readdir(home)).filter((name) => name.startsWith(DRAFT_PREFIX))
  for (const name of drafts) await rm(join(home, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
}

async function checkVersion(cluster: string, major: string): Promise<void> {
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (found === major) return
  throw new StartFailure(
    `The database in ${cluster} was created by PostgreSQL ${found}, but the bundled version is PostgreSQL ${major}: run PostgreSQL ${found} on it and set DATABASE_URL, or move it away to start with an empty database.`,
  )
}

async function giveTo(user: RunUser | undefined, ...paths: string[]): Promise<void> {
  if (user) for (const path of paths) await chown(path, user.uid, user.gid)
}
