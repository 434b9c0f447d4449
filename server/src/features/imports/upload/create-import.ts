import type { FieldCipher } from '../../../platform/crypto/keyring.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, invalidField } from '../../../platform/errors.ts'
import { tooMany } from '../../../platform/http/guards/throttle.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../../platform/idempotency/idempotency.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { lockVendor } from '../../vendors/members.ts'
import { assertFullReplaceAllowed } from '../assert-full-replace-allowed.ts'
import { type InheritableSetting, sealDetails, sealFileKey } from '../encrypted-columns.ts'
import { scanFile } from '../jobs.ts'
import { getPreset, type Preset } from '../mappings/presets.ts'
import * as sql from '../sql.ts'
import { assertNotDuplicateFile } from './duplicate-file.ts'
import type { Upload } from './receive-upload.ts'
import type { UploadFields } from './schema.ts'

const ACTIVE_RETRY_SECONDS = 30

type CreateDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'config'>

/** Creates an import job for the file unless the vendor has imported the same file before. */
export async function createImport(
  deps: CreateDeps,
  who: VendorPrincipal,
  upload: Upload,
  parts: UploadFields,
  idempotency: IdempotencyRecord,
) {
  const fields = { ...parts, ...settingsIn(parts.mapping) }
  const preset = await findChosenPreset(deps, who, parts)
  fields.mergeStrategy ??= preset?.mergeStrategy
  // null says that there is none.
  if (fields.defaultCountry === undefined) fields.defaultCountry = preset?.defaultCountry
  if (fields.labels.length === 0) fields.labels = preset?.labels ?? []
  assertFullReplaceAllowed(who, fields)
  const cipher = await deps.keyring.of(deps.db, who.vendorId)
  const now = deps.clock.now()
  const answer = {
    jobId: upload.id,
    status: 'UPLOADED' as const,
    message: 'The file was accepted. Poll the status to follow the import.',
  }
  await inTransaction(deps.db, (tx) =>
    createWithin(tx, deps, who, { upload, fields, preset, cipher, now, idempotency, answer }),
  )
  upload.isClaimed = true
  return answer
}

/**
 * Settings inside the mapping take precedence over the form fields of the same name, as they do when it is sent later.
 */
function settingsIn(mapping: UploadFields['mapping']) {
  const { columns: _, presetId: __, sheet: ___, headerRow: ____, ...settings } = mapping ?? {}
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined),
  ) as Partial<UploadFields>
}

/** The preset may be named in the form or in the mapping. A preset in the form excludes a mapping. */
async function findChosenPreset(deps: CreateDeps, { vendorId }: VendorPrincipal, parts: UploadFields) {
  const { presetId = parts.mapping?.presetId, mapping } = parts
  if (parts.presetId !== undefined && mapping) throw invalidField('presetId', 'must not be given together with mapping')
  return presetId === undefined ? undefined : getPreset(deps, vendorId, presetId)
}

const INHERITABLE: readonly InheritableSetting[] = ['defaultCountry', 'labels', 'listName', 'mergeStrategy']

interface NewImport {
  upload: Upload
  fields: UploadFields
  preset: Preset | undefined
  cipher: FieldCipher
  now: Date
  idempotency: IdempotencyRecord
  answer: unknown
}

async function createWithin(
  tx: Tx,
  deps: CreateDeps,
  who: VendorPrincipal,
  { upload, fields, preset, cipher, now, idempotency, answer }: NewImport,
) {
  const { vendorId } = who
  await lockVendor(tx, vendorId) // serialises the count and the duplicate check for one vendor
  await assertNotDuplicateFile(tx, vendorId, upload.sha256, fields.allowDuplicateFile)
  if ((await sql.countActiveJobs(tx, vendorId)) >= deps.config.ACTIVE_IMPORTS_PER_VENDOR)
    throw tooMany(ACTIVE_RETRY_SECONDS, 'Too many imports are in progress. Finish or cancel some of them first.')
  if (!(await sql.deleteUpload(tx, vendorId, upload.id)))
    throw new AppError('SERVICE_UNAVAILABLE', { detail: 'The upload took too long. Try again.' })
  const job = {
    id: upload.id,
    actor_id: who.accountId ?? null,
    file_kind: upload.kind,
    file_hash: upload.sha256,
    file_bytes: upload.bytes,
    storage_key: upload.storageKey,
    file_key_cipher: sealFileKey(cipher, upload.fileKey),
    details_cipher: sealDetails(cipher, {
      fileName: upload.fileName,
      listName: fields.listName,
      mapping: preset?.columns ?? fields.mapping?.columns,
      ...(preset && { isPreset: true }),
      sheet: fields.mapping?.sheet,
      headerRow: fields.mapping?.headerRow,
      unset: INHERITABLE.filter(
        (name) => fields[name] === undefined || (name === 'labels' && fields.labels.length === 0),
      ),
    }),
    default_country: fields.defaultCountry ?? null,
    merge_strategy: fields.mergeStrategy ?? 'MERGE_LABELS',
    auto_map: fields.autoMap,
    labels: fields.labels,
  }
  await sql.insertJob(tx, vendorId, job, now)
  await addToOutbox(tx, vendorId, scanFile, { jobId: upload.id }, now)
  await idempotency.saveAnswer(tx, 202, answer)
}
