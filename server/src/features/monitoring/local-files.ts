import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'
import { FileMissing } from '../../ports/file-store.ts'

/** The roles that store and read files. */
const WITH_FILES: readonly string[] = ['API_GATEWAY', 'WORKER']
const KEY = 'store-id'

/**
 * Identifies the disk that holds the files of this process; undefined where files are in S3. Neither the hosts of two
 * processes nor their DATA_DIR show whether they share a folder, so the id is stored in the folder itself. When two
 * processes write it at once, the later one wins, and both read it the next time.
 */
export async function localFilesId({ config, files }: Pick<Deps, 'config' | 'files'>): Promise<string | undefined> {
  if (config.S3_ENDPOINT !== undefined || !config.roles.some((role) => WITH_FILES.includes(role))) return undefined
  const known = await readMark(files)
  if (known !== undefined) return known
  await files.put(KEY, only(Buffer.from(newId())))
  return readMark(files)
}

async function readMark(files: Deps['files']): Promise<string | undefined> {
  try {
    const pieces: Uint8Array[] = []
    for await (const piece of await files.get(KEY)) pieces.push(Buffer.from(piece))
    return Buffer.concat(pieces).toString()
  } catch (error) {
    if (error instanceof FileMissing) return undefined
    throw error
  }
}

async function* only(piece: Uint8Array) {
  yield piece
}
