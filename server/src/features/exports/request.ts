import { DAY_MS } from '../../domain/durations.ts'
import { EXPORTS_PER_DAY_MAX } from '../../domain/limits.ts'
import { newFileKey } from '../../platform/crypto/file-cipher.ts'
import { DataKeyDestroyed, type FieldCipher } from '../../platform/crypto/keyring.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { tooMany } from '../../platform/http/guards/throttle.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../platform/idempotency/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { recordForVendor } from '../audit/record-for-vendor.ts'
import { addToOutbox } from '../outbox/add.ts'
import { sealFileKey } from './file-key.ts'
import { makeExport } from './jobs.ts'
import { presentExport } from './present.ts'
import * as sql from './sql.ts'
import { storageKeyOf } from './storage-key.ts'

type RequestDeps = Pick<Deps, 'db' | 'keyring' | 'clock' | 'config'>

/** Starts an export, one at a time for each vendor. */
export async function requestExport(deps: RequestDeps, who: VendorPrincipal, idempotency: IdempotencyRecord) {
  const cipher = await deps.keyring.of(deps.db, who.vendorId).catch(refuseDestroyed)
  return inTransaction(deps.db, (tx) => requestWithin(tx, deps, who, cipher, idempotency, deps.clock.now()))
}

function refuseDestroyed(error: unknown): never {
  if (error instanceof DataKeyDestroyed)
    throw new AppError('VENDOR_CLOSED', { detail: 'The data of this account has been deleted.' })
  throw error
}

async function requestWithin(
  tx: Tx,
  deps: RequestDeps,
  who: VendorPrincipal,
  cipher: FieldCipher,
  idempotency: IdempotencyRecord,
  now: Date,
) {
  const { vendorId } = who
  const recent = await sql.listRecent(tx, vendorId, new Date(now.getTime() - DAY_MS))
  const id = newId<'export'>()
  const row = await sql.insertExport(tx, vendorId, {
    id,
    requested_by: who.accountId ?? null,
    storage_key: storageKeyOf(vendorId, id),
    file_key_cipher: sealFileKey(cipher, newFileKey()),
    requested_at: now,
  })
  if (!row) {
    const running = await sql.findUnfinished(tx, vendorId)
    throw new AppError('EXPORT_IN_PROGRESS', {
      detail: 'Wait until the export that is in progress is ready.',
      members: { exportId: running?.id ?? null },
    })
  }
  const [oldest] = recent
  if (oldest && recent.length >= EXPORTS_PER_DAY_MAX) throw tooManyExports(oldest.requestedAt, now)
  await addToOutbox(tx, vendorId, makeExport, { exportId: id }, now)
  const done = { action: 'VENDOR_EXPORT_REQUESTED', subjectType: 'vendor_export', subjectId: id } as const
  await recordForVendor(tx, who, done, now)
  const answer = presentExport(row, deps.config.API_PREFIX, now)
  await idempotency.saveAnswer(tx, 202, answer)
  return answer
}

function tooManyExports(oldest: Date, now: Date) {
  const seconds = Math.ceil((oldest.getTime() + DAY_MS - now.getTime()) / 1000)
  return tooMany(
    Math.max(1, seconds),
    `${EXPORTS_PER_DAY_MAX} exports were started in the last 24 hours. Download one of them, or try again later.`,
  )
}
