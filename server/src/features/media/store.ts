import { DAY_MS } from '../../domain/durations.ts'
import type { VendorId } from '../../domain/ids.ts'
import { MEDIA_UNUSED_DAYS, MEDIA_UNUSED_PER_VENDOR_MAX } from '../../domain/limits.ts'
import { secondsUntilAllowed } from '../../domain/sliding-limit.ts'
import { decryptFile, encryptFile, newFileKey } from '../../platform/crypto/file-cipher.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { assertKind, type MediaType } from './media-type.ts'
import * as sql from './sql.ts'

export type MediaDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'keyring' | 'scanner' | 'log' | 'config' | 'rateLimiter'>

export const STORAGE_KEY = 'media.file-key'

/** Encrypts the file on its way to the store, then scans it. It cannot be used before the scan has passed. */
export async function storeMedia(
  deps: MediaDeps,
  vendorId: VendorId,
  type: MediaType,
  content: AsyncIterable<Buffer>,
): Promise<string> {
  const id = newId<'media'>()
  const storageKey = `media/${vendorId}/${id}`
  const fileKey = newFileKey()
  const cipher = await deps.keyring.of(deps.db, vendorId)
  const row = {
    id,
    content_type: type,
    storage_key: storageKey,
    file_key_cipher: cipher.sealBytes(STORAGE_KEY, fileKey),
    created_at: deps.clock.now(),
  }
  await inTransaction(deps.db, async (tx) => {
    await assertMayUpload(tx, vendorId, row.created_at)
    await sql.insertMedia(tx, vendorId, row)
  })
  try {
    await deps.files.put(storageKey, encryptFile(fileKey, checkType(type, content)))
    await assertClean(deps, fileKey, storageKey)
    if (!(await inTransaction(deps.db, (tx) => sql.setReady(tx, vendorId, id, deps.clock.now()))))
      throw new AppError('SERVICE_UNAVAILABLE', { detail: 'The upload took too long. Try again.' })
    return id
  } catch (error) {
    await discard(deps, vendorId, id, storageKey)
    if (error instanceof AppError) throw error
    deps.log.error({ event: 'media.store_failed', err: error })
    throw new AppError('SERVICE_UNAVAILABLE', { detail: 'The file cannot be accepted right now. Try again later.' })
  }
}

/** Every file stays for some days even if it is never used, so their number decides about the space they take. */
async function assertMayUpload(tx: Tx, vendorId: VendorId, now: Date) {
  await sql.lockUploads(tx, vendorId)
  const unused = await sql.listUnused(tx, vendorId)
  const retryAfterSeconds = secondsUntilAllowed(unused, MEDIA_UNUSED_PER_VENDOR_MAX, MEDIA_UNUSED_DAYS * DAY_MS, now)
  if (retryAfterSeconds > 0)
    throw new AppError('MEDIA_LIMIT', {
      detail: `You have ${MEDIA_UNUSED_PER_VENDOR_MAX} uploaded files that no template uses. Use them, or wait until they are deleted after ${MEDIA_UNUSED_DAYS} days.`,
      retryAfterSeconds,
    })
}

/** The first chunk is large enough to recognize the type. */
async function* checkType(type: MediaType, content: AsyncIterable<Buffer>) {
  let isFirst = true
  for await (const piece of content) {
    if (isFirst) assertKind(type, piece)
    isFirst = false
    yield piece
  }
}

async function assertClean({ files, scanner }: MediaDeps, fileKey: Buffer, storageKey: string) {
  const verdict = await scanner.scan(async function* () {
    yield* decryptFile(fileKey, await files.get(storageKey))
  })
  if (!verdict.clean) throw new AppError('FILE_REFUSED', { detail: `The file was not accepted: ${verdict.threat}.` })
}

/** Removes the file first: a row without a file is purged later, but a file without a row never is. */
async function discard({ db, files }: Pick<Deps, 'db' | 'files'>, vendorId: VendorId, id: string, storageKey: string) {
  await files.remove(storageKey)
  await inTransaction(db, (tx) => sql.deleteUnused(tx, vendorId, id))
}
