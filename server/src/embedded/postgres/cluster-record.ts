import { createHash } from 'node:crypto'
import { open, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { hasCode, StartFailure } from '../start-failure.ts'

/**
 * DATA_DIR/database.json: how to reach the database of this data directory. It is written before the cluster is
 * created, and gets the port before the cluster first runs. So without a port, a missing cluster means that its
 * creation was interrupted; with a port, its data is lost, and it must not be replaced by an empty database.
 */
const ClusterRecord = z.object({
  /** The directory with the cluster: DATA_DIR itself (`.`), or one that the server's user can enter. */
  home: z.string(),
  password: z.string().min(1),
  port: z.int().optional(),
})

export type ClusterRecord = z.infer<typeof ClusterRecord>

export const clusterIn = (home: string) => join(home, 'postgres')

/** Undefined for a data directory that never had a database. */
export async function readClusterRecord(dataDir: string): Promise<ClusterRecord | undefined> {
  const path = join(dataDir, 'database.json')
  const record = await parse(path)
  const cluster = clusterIn(resolve(dataDir, record?.home ?? '.'))
  const exists = await isCluster(cluster)
  if (exists && !record) {
    throw new StartFailure(
      `${path}, which holds the password of the database in ${cluster}, is missing or damaged: restore it, or move ${cluster} away to start with an empty database.`,
    )
  }
  if (record?.port !== undefined && !exists) {
    throw new StartFailure(
      `The database of this data directory is missing from ${cluster}: restore it, or remove ${path} to start with an empty database.`,
    )
  }
  return record
}

export async function writeClusterRecord(dataDir: string, record: ClusterRecord): Promise<void> {
  const path = join(dataDir, 'database.json')
  await writeFile(`${path}.draft`, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(`${path}.draft`, path)
  await syncDirectory(dataDir)
}

export const isCluster = (path: string) =>
  stat(join(path, 'PG_VERSION')).then(
    () => true,
    () => false,
  )

/**
 * A name that follows the directory when it is moved but not when it is copied. All processes of the server show it, so
 * that the processes of a killed server can be told from other servers, even from those in containers that use the same
 * path.
 */
export async function nameCluster(cluster: string): Promise<string> {
  const { dev, ino } = await stat(cluster)
  return `harkara-${createHash('sha256').update(`${dev} ${ino}`).digest('hex').slice(0, 16)}`
}

/** A rename survives a power failure only after its directory has been synced. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

async function parse(path: string): Promise<ClusterRecord | undefined> {
  try {
    return ClusterRecord.safeParse(JSON.parse(await readFile(path, 'utf8'))).data
  } catch (error) {
    if (error instanceof SyntaxError || hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
