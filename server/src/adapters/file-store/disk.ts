import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FileMissing, type FileStore } from '../../ports/file-store.ts'
import { checkKey } from './check-key.ts'

/** No key begins with a dot, so nothing a caller stores can lie here. On the same volume, so that rename is atomic. */
const UNFINISHED_DIR = '.unfinished'
/** No upload lasts this long: what is older was left by a killed process. */
const UNFINISHED_HOURS_MAX = 24

export function diskFileStore(dir: string): FileStore {
  const unfinishedDir = join(dir, UNFINISHED_DIR)
  let swept: Promise<void> | undefined

  return {
    async put(key, content) {
      const path = join(dir, checkKey(key))
      await mkdir(unfinishedDir, { recursive: true })
      swept ??= sweep(unfinishedDir)
      await swept
      return writeWhole(join(unfinishedDir, randomUUID()), content, async (unfinished) => {
        await makeDir(dir, dirname(path))
        await rename(unfinished, path)
        await syncDir(dirname(path))
      })
    },
    async get(key, range) {
      const handle = await openFile(join(dir, checkKey(key)))
      const { start = 0, end = Number.POSITIVE_INFINITY } = range ?? {}
      if (end > start) return handle.createReadStream({ start, end: end - 1 })
      await handle.close()
      return nothing()
    },
    async remove(key) {
      const path = join(dir, checkKey(key))
      try {
        await unlink(path)
        await syncDir(dirname(path))
      } catch (error) {
        if (!isAbsent(error) && !(await isFolder(path))) throw error
      }
    },
    async check() {
      await mkdir(unfinishedDir, { recursive: true })
      await writeWhole(join(unfinishedDir, randomUUID()), oneByte(), unlink)
    },
  }
}

/** So much is brought to disk while more is coming, because at the end somebody waits for the rest. */
const SYNC_BYTES = 4 * 1024 * 1024

/** Writes a file that nobody else sees, brings it safely to disk, and only then lets `finish` move it into place. */
async function writeWhole(path: string, content: AsyncIterable<Uint8Array>, finish: (path: string) => Promise<void>) {
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
        syncing.catch(() => {}) // it throws where it is awaited: the system tells of a failed write once
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

/** A new folder survives a power cut only once its parent has been synced too. */
async function makeDir(root: string, path: string) {
  const firstMade = await mkdir(path, { recursive: true })
  if (!firstMade) return
  for (let made = path; made !== dirname(firstMade) && made !== root; made = dirname(made)) await syncDir(dirname(made))
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

/** A file on the way to a key means that the key is not there. */
const isAbsent = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

const isFolder = async (path: string) => (await stat(path)).isDirectory()

/** The file system stamps files by its own clock, so a new file is asked what time it is. Never in the way of a put. */
async function sweep(dir: string) {
  const probe = join(dir, randomUUID())
  try {
    await writeFile(probe, '')
    const oldest = (await stat(probe)).mtimeMs - UNFINISHED_HOURS_MAX * 3_600_000
    for (const path of (await readdir(dir)).map((name) => join(dir, name)))
      if ((await stat(path)).mtimeMs < oldest) await rm(path, { force: true })
  } catch {
    // Another process sweeps or writes here too; what is left over goes the next time.
  } finally {
    await rm(probe, { force: true })
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function* oneByte() {
  yield new Uint8Array(1)
}
