import { chooseTable } from '../../../domain/imports/mapping/choose-table.ts'
import type { ColumnField, ColumnUse } from '../../../domain/imports/mapping/column-use.ts'
import { readMapping } from '../../../domain/imports/mapping/read-mapping.ts'
import { IMPORT_RAW_ROWS_MAX } from '../../../domain/limits.ts'
import type { FieldCipher } from '../../../platform/crypto/keyring.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../../platform/idempotency/idempotency.ts'
import { assertFullReplaceAllowed } from '../assert-full-replace-allowed.ts'
import { type ImportHead, openDetails, openHead, openMapping, sealDetails, sealMapping } from '../encrypted-columns.ts'
import { assertNotPurged, assertStatus, getImport, invalidState, lockImport } from '../lifecycle/find-import.ts'
import { columnsInFile, getPreset, type Preset } from '../mappings/presets.ts'
import { rememberMapping } from '../mappings/remembered-mapping.ts'
import type { MappingBody } from '../schema.ts'
import type * as sql from '../sql.ts'
import { beginProcessing } from '../stages/process.ts'
import { readAgain, replaceMapping } from '../stages/process-again.ts'

const SAMPLES_SHOWN = 5

/** The columns of the file with sample cells, the suggested mapping, and the confirmed one; sheets and raw rows. */
export async function getMapping(deps: Pick<Deps, 'db' | 'keyring'>, { vendorId }: VendorPrincipal, jobId: string) {
  const job = await getImport(deps.db, vendorId, jobId)
  assertNotPurged(job)
  if (!job.head_cipher) throw invalidState(job.status)
  const cipher = await deps.keyring.of(deps.db, vendorId)
  const head = openHead(cipher, job.head_cipher)
  const {
    columns,
    samples,
    suggestion,
    source = 'HEADERS',
    headerRow = 1,
    sheet = null,
    sheets = [],
    rawRows = [],
  } = head
  const confirmed = job.mapping_cipher && openMapping(cipher, job.mapping_cipher)
  const cellsOf = (i: number) => samples.map((row) => row[i] ?? '').filter((cell) => cell !== '')
  return {
    sheets,
    sheet,
    headerRow,
    rawRows: rawRows.map(({ rowIndex, cells }) => ({ rowIndex, cells: [...cells] })),
    headers: columns.map((column, i) => ({ column, samples: cellsOf(i).slice(0, SAMPLES_SHOWN) })),
    // A column called `source` takes precedence.
    suggestion: { ...({ source } as object), ...byColumn(columns, suggestion) },
    suggestionSource: source,
    confirmed: confirmed && byColumn(columns, confirmed),
  }
}

/** Object.fromEntries defines its keys, so that a column called __proto__ is treated like any other. */
const byColumn = (columns: readonly string[], uses: readonly ColumnUse[]) =>
  Object.fromEntries(columns.map((column, i) => [column, presentUse(uses[i] ?? { field: 'ignore' })]))

const presentUse = (use: ColumnUse) =>
  use.field === 'attribute' ? { field: use.field, attribute: use.attribute } : { field: use.field }

/**
 * Sets the column mapping and starts processing the rows. During the review it restarts the processing. With another
 * sheet or header row the file is read again.
 */
export async function confirmMapping(
  deps: Pick<Deps, 'db' | 'keyring' | 'blindIndex' | 'clock'>,
  who: VendorPrincipal,
  jobId: string,
  body: MappingBody,
  idempotency: IdempotencyRecord,
) {
  const job = await getImport(deps.db, who.vendorId, jobId)
  assertStatus(job, 'AWAITING_MAPPING', 'PENDING_REVIEW')
  const preset = body.presetId === undefined ? undefined : await getPreset(deps, who.vendorId, body.presetId)
  const settings = { ...preset, ...body }
  assertFullReplaceAllowed(who, settings)
  const cipher = await deps.keyring.of(deps.db, who.vendorId)
  const head = openHead(cipher, job.head_cipher as Buffer)
  const { uses, ...columns } = chooseColumns(cipher, job, head, body, preset)
  const change: sql.JobUpdate = {
    ...columns,
    ...(settings.defaultCountry !== undefined && { default_country: settings.defaultCountry }),
    ...(settings.mergeStrategy && { merge_strategy: settings.mergeStrategy }),
    ...(settings.labels && { labels: settings.labels }),
    ...(body.autoMap !== undefined && { auto_map: body.autoMap }),
  }
  const now = deps.clock.now()
  const answer = { jobId, status: 'MAPPING_CONFIRMED' as const }
  await inTransaction(deps.db, async (tx) => {
    await confirmWithin(tx, who, job, change, now)
    if (uses) await rememberMapping(tx, { cipher, blindIndex: deps.blindIndex }, who.vendorId, head, uses, now)
    await idempotency.saveAnswer(tx, 202, answer)
  })
  return answer
}

/** The mapping of the columns that were read, with `uses`; or what is to be read instead. */
function chooseColumns(
  cipher: FieldCipher,
  job: sql.JobRow,
  head: ImportHead,
  body: MappingBody,
  preset: Preset | undefined,
): sql.JobUpdate & { uses?: ColumnUse[] } {
  const details = openDetails(cipher, job.details_cipher)
  const { headerRow = 1, sheet = null, sheets, rawRows } = head
  if (job.file_kind === 'vcf' && (body.headerRow ?? headerRow) !== headerRow)
    throw invalid('headerRow', [{ path: 'headerRow', message: 'cannot be chosen for contact cards' }])
  const chosen = chooseTable({ headerRow, sheet, sheets, rawRows }, details, body, IMPORT_RAW_ROWS_MAX)
  if (chosen.kind === 'problem') throw invalid(chosen.path, [chosen])
  const mapping = preset?.columns ?? body.columns
  if (chosen.kind === 'same' && mapping) {
    const uses = readColumns(head.columns, preset ? columnsInFile(head.columns, mapping) : mapping)
    return { mapping_cipher: sealMapping(cipher, uses), uses }
  }
  if (mapping) assertPhone(Object.values(mapping))
  const choice = chosen.kind === 'same' ? {} : chosen.choice
  const isPreset = preset !== undefined
  return { details_cipher: sealDetails(cipher, { ...details, ...choice, mapping, isPreset }) }
}

function readColumns(columns: readonly string[], given: NonNullable<MappingBody['columns']>): ColumnUse[] {
  const reading = readMapping(columns, given)
  if (reading.kind === 'problems')
    throw invalid(
      'columns',
      reading.problems.map(({ path, message }) => ({ path: `columns.${path}`, message })),
    )
  assertPhone(reading.mapping)
  return reading.mapping
}

const invalid = (field: string, errors: { path: string; message: string }[]) =>
  new AppError('VALIDATION_FAILED', {
    detail: `${field}: ${errors[0]?.message}`,
    errors: errors.map(({ path, message }) => ({ path, message })),
  })

function assertPhone(uses: readonly { field: ColumnField }[]) {
  if (!uses.some(({ field }) => field === 'phone'))
    throw new AppError('PHONE_COLUMN_REQUIRED', { detail: 'Map at least one column to phone.' })
}

/** Of concurrent mappings, confirmations and cancellations, one wins. */
async function confirmWithin(
  tx: Tx,
  { vendorId }: VendorPrincipal,
  seen: sql.JobRow,
  change: sql.JobUpdate,
  now: Date,
) {
  const job = await lockImport(tx, vendorId, seen.id)
  if (job.status !== seen.status || job.revision !== seen.revision) throw invalidState(job.status)
  if (!change.mapping_cipher) await readAgain(tx, vendorId, job, change, now)
  else if (job.status === 'AWAITING_MAPPING') await beginProcessing(tx, vendorId, job, change, now)
  else await replaceMapping(tx, vendorId, job, change, now)
}
