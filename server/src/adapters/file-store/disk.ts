import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { HOUR_MS } from '../../domain/durations.ts'
import { FileMissing, type FileStore } from '../../ports/file-store.ts'
import { assertStorageKey } from './assert-storage-key.ts'

/**
 * No key begins with a dot, so no stored file can be in this folder. It is on the same volume, so that rename is
 * atomic.
 */
const UNFINISHED_DIR = '.unfinished'
/** No upload lasts this long: an older file was left by a killed process. */
const UNFINISHED_HOURS_MAX = 24
const CLEANUP_INTERVAL_MS = HOUR_MS

export function diskFileStore(dir: string, elapsedMs = () => performance.now()): FileStore {
  const unfinishedDir = join(dir, UNFINISHED_DIR)
  let cleanup: Promise<void> | undefined
  let nextCleanupMs = Number.NEGATIVE_INFINITY

  return {
    async put(key, content) {
      const path = join(dir, assertStorageKey(key))
      await mkdir(unfinishedDir, { recursive: true })
      if (elapsedMs() >= nextCleanupMs) {
        nextCleanupMs = elapsedMs() + CLEANUP_INTERVAL_MS
        cleanup = removeStale(unfinishedDir)
      }
      await cleanup
      return writeDurably(join(unfinishedDir, randomUUID()), content, async (unfinished) => {
        await makeDir(dir, dirname(path))
        await rename(unfinished, path)
        await syncDir(dirname(path))
      })
    },
    async get(key, range) {
      const handle = await openFile(join(dir, assertStorageKey(key)))
      const { start = 0, end = Number.POSITIVE_INFINITY } = range ?? {}
      if (end > start) return handle.createReadStream({ start, end: end - 1 })
      await handle.close()
      return emptyContent()
    },
    async remove(key) {
      const path = join(dir, assertStorageKey(key))
      try {
        await unlink(path)
        await syncDir(dirname(path))
      } catch (error) {
        if (!isAbsent(error) && !(await isFolder(path))) throw error
      }
    },
    async check() {
      await mkdir(unfinishedDir, { recursive: true })
      await writeDurably(join(unfinishedDir, randomUUID()), oneByte(), unlink)
    },
  }
}

/** Data is synced to disk in steps of this size while more arrives, so that little is left to sync at the end. */
const SYNC_BYTES = 4 * 1024 * 1024

/** Writes a file that is not visible yet, syncs it to disk, and only then calls `finish` to move it into place. */
async function writeDurably(path: string, content: AsyncIterable<Uint8Array>, finish: (path: string) => Promise<void>) {
  const handle = await open(path, 'wx', 0o600)
  try {
    let bytes = 0
    let syncedBytes = 0
    let syncing: Promise<void> | undefined
    try {
      for await (const chunk of content) {
        await handle.writeFile(chunk)
        bytes += chunk.byteLength
        if (bytes - syncedBytes < SYNC_BYTES) continue
        await syncing
        syncing = handle.datasync()
        syncing.catch(() => {}) // rethrown by the next await; the system reports a failed write once
        syncedBytes = bytes
      }
      await syncing
      await handle.sync()
    } finally {
      await handle.close()
    }
    await finish(path)
    return { bytes }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** A new folder survives a power failure only once its parent has been synced too. */
async function makeDir(root: string, path: string) {
  const firstCreated = await mkdir(path, { recursive: true })
  if (!firstCreated) return
  for (let created = path; created !== dirname(firstCreated) && created !== root; created = dirname(created))
    await syncDir(dirname(created))
}

async function syncDir(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    const handle = await open(path, 'r')
    if ((await handle.stat()).isFile()) return handle
    await handle.close()
  } catch (error) {
    if (!isAbsent(error)) throw error
  }
  throw new FileMissing('no such file')
}

/** ENOTDIR: a file where the key needs a folder, so the key does not exist. */
const isAbsent = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

const isFolder = async (path: string) => (await stat(path)).isDirectory()

/** Compares with the time of a new file, because the file system uses its own clock. Errors never fail a put. */
async function removeStale(dir: string) {
  const probe = join(dir, randomUUID())
  try {
    await writeFile(probe, '')
    const oldest = (await stat(probe)).mtimeMs - UNFINISHED_HOURS_MAX * HOUR_MS
    for (const path of (await readdir(dir)).map((name) => join(dir, name)))
      if ((await stat(path)).mtimeMs < oldest) await rm(path, { force: true })
  } catch {
    // Another process may remove or write files here too; what remains is removed next time.
  } finally {
    await rm(probe, { force: true })
  }
}

async function* emptyContent(): AsyncGenerator<Uint8Array> {}

async function* oneByte() {
  yield new Uint8Array(1)
}
