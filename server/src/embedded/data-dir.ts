import { mkdir, realpath, stat, utimes } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { addOwner, latestOwner, type OwnerFile, type OwnerRecord, rewriteOwner } from './owner-file.ts'
import { isOfThisWorld, isRunning, ownIdentity } from './process/process-identity.ts'
import { waitUntil } from './process/wait-until.ts'
import { hasCode, StartFailure, withStartFailures } from './start-failure.ts'

/**
 * What a second process must know about the running one. The file is readable by its owner only, because the database
 * URL contains a password.
 */
interface RunningInfo {
  url?: string
  databaseUrl?: string
  sandboxUrl?: string
}

export interface OwnedDataDir {
  kind: 'owner'
  /** Absolute, without symbolic links. */
  dir: string
  /** Resolves `published()` of waiting processes. May be called again; the last call counts. */
  publish(info: RunningInfo): Promise<void>
  /** Whatever runs in the directory must have stopped, because the next owner would stop it. */
  release(): Promise<void>
}

interface OccupiedDataDir {
  kind: 'occupied'
  dir: string
  pid: number
  /** What the owner had published when the directory was claimed. Undefined while it starts. */
  info: RunningInfo | undefined
  /** Waits while the owner starts. Fails when it ends before it has published, or takes too long. */
  published(): Promise<RunningInfo>
}

/**
 * DATA_DIR has one owner, a running process. The directory of a dead owner is taken over, and of several processes that
 * try it exactly one succeeds.
 */
export async function claimDataDir(path: string): Promise<OwnedDataDir | OccupiedDataDir> {
  return withStartFailures(resolve(path), async () => {
    const dir = await makeDataDir(path)
    const owners = join(dir, 'owner')
    const record: OwnerRecord = { ...(await ownIdentity()), isReleased: false }
    for (let tries = 0; tries < CLAIM_TRIES_MAX; tries++) {
      const latest = await latestOwner(owners)
      if (latest?.record && (await isAlive(latest))) return occupied(dir, latest.record)
      const mine = await addOwner(owners, (latest?.number ?? 0) + 1, record)
      if (mine) return owned(dir, mine, record)
    }
    throw new StartFailure(
      `Several processes are trying to start on the data directory ${dir}: stop the others, then start again.`,
    )
  })
}

const CLAIM_TRIES_MAX = 100
const HEARTBEAT_MS = 1_000
/** Five missed heartbeats. Only owners in another container, or from before a reboot, are judged by their heartbeat. */
const HEARTBEAT_SILENCE_MS = 5_000
const PUBLISH_WAIT_MS = 90_000

async function makeDataDir(path: string): Promise<string> {
  // As root, the database runs as another user, who must be able to enter the directory. Secret files in it have their
  // own mode.
  await makeDirectory(resolve(path), process.geteuid?.() === 0 ? 0o711 : 0o700)
  return realpath(path)
}

/** Node's recursive mkdir reports a read-only file system as a missing file. */
async function makeDirectory(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, mode)
  } catch (error) {
    if (hasCode(error, 'ENOENT') && dirname(path) !== path) {
      await makeDirectory(dirname(path), mode)
      return makeDirectory(path, mode)
    }
    if (!(await stat(path).catch(() => undefined))?.isDirectory()) throw error
  }
}

function owned(dir: string, file: OwnerFile, record: OwnerRecord): OwnedDataDir {
  const owners = join(dir, 'owner')
  const heartbeat = setInterval(() => beat(file.path), HEARTBEAT_MS).unref()
  return {
    kind: 'owner',
    dir,
    publish: (info) => rewriteOwner(owners, file, { ...record, info: { ...info } }),
    release: async () => {
      clearInterval(heartbeat)
      // If that fails (a full disk, a removed directory), the claim ends with the process.
      await rewriteOwner(owners, file, { ...record, isReleased: true }).catch(() => {})
    },
  }
}

function occupied(dir: string, owner: OwnerRecord): OccupiedDataDir {
  const published = async () => {
    let latest: OwnerFile | undefined
    const isSettled = async () => {
      latest = await latestOwner(join(dir, 'owner'))
      if (latest && (await isAlive(latest))) return latest.record?.info !== undefined
      throw new StartFailure(`Process ${owner.pid} exited while starting on ${dir}: start again.`)
    }
    if (await waitUntil(isSettled, PUBLISH_WAIT_MS, { everyMs: 100 })) return latest?.record?.info ?? {}
    throw new StartFailure(`Process ${owner.pid} on ${dir} did not finish starting: stop it, then start again.`)
  }
  return { kind: 'occupied', dir, pid: owner.pid, info: owner.info, published }
}

async function isAlive({ path, record }: OwnerFile): Promise<boolean> {
  if (!record || record.isReleased) return false
  if (await isOfThisWorld(record)) return isRunning(record)
  const before = await lastBeat(path)
  return waitUntil(async () => (await lastBeat(path)) !== before, HEARTBEAT_SILENCE_MS, { everyMs: 100 })
}

const lastBeat = async (path: string) => (await stat(path).catch(() => undefined))?.mtimeMs

/** A failed write counts as a missed heartbeat; the directory may be gone or its disk full. */
function beat(path: string): void {
  const nowSeconds = (performance.timeOrigin + performance.now()) / 1_000
  utimes(path, nowSeconds, nowSeconds).catch(() => {})
}
