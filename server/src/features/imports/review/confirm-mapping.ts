import { type ColumnUse, hasPhone } from '../../../domain/imports/mapping/column-use.ts'
import { readMapping } from '../../../domain/imports/mapping/read-mapping.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../../platform/idempotency/idempotency.ts'
import { assertFullReplaceAllowed } from '../assert-full-replace-allowed.ts'
import { openHead, openMapping, sealMapping } from '../encrypted-columns.ts'
import { assertStatus, getImport, invalidState } from '../lifecycle/find-import.ts'
import { columnsInFile, getPreset } from '../mappings/presets.ts'
import { rememberMapping } from '../mappings/remembered-mapping.ts'
import type { MappingBody } from '../schema.ts'
import type * as sql from '../sql.ts'
import { beginProcessing } from '../stages/process.ts'

const SAMPLES_SHOWN = 5

/** The columns of the file with sample cells, the suggested mapping, and the confirmed one. */
export async function getMapping(deps: Pick<Deps, 'db' | 'keyring'>, { vendorId }: VendorPrincipal, jobId: string) {
  const job = await getImport(deps.db, vendorId, jobId)
  if (job.purged_at) throw new AppError('REPORT_GONE', { detail: 'The rows of this import have been deleted.' })
  if (!job.head_cipher) throw invalidState(job.status)
  const cipher = await deps.keyring.of(deps.db, vendorId)
  const { columns, samples, suggestion, source = 'HEADERS', headerRow = 1 } = openHead(cipher, job.head_cipher)
  const confirmed = job.mapping_cipher && openMapping(cipher, job.mapping_cipher)
  const cellsOf = (i: number) => samples.map((row) => row[i] ?? '').filter((cell) => cell !== '')
  return {
    headerRow,
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

/** Sets the column mapping and starts processing the rows. */
export async function confirmMapping(
  deps: Pick<Deps, 'db' | 'keyring' | 'blindIndex' | 'clock'>,
  who: VendorPrincipal,
  jobId: string,
  body: MappingBody,
  idempotency: IdempotencyRecord,
) {
  const job = await getImport(deps.db, who.vendorId, jobId)
  assertStatus(job, 'AWAITING_MAPPING')
  const cipher = await deps.keyring.of(deps.db, who.vendorId)
  const head = openHead(cipher, job.head_cipher as Buffer)
  const chosen = body.presetId === undefined ? body : await applyPreset(deps, who, head.columns, body.presetId, body)
  assertFullReplaceAllowed(who, chosen)
  const uses = readColumns(head.columns, chosen.columns ?? {})
  const change: sql.JobUpdate = {
    mapping_cipher: sealMapping(cipher, uses),
    ...(chosen.defaultCountry && { default_country: chosen.defaultCountry }),
    ...(chosen.mergeStrategy && { merge_strategy: chosen.mergeStrategy }),
    ...(chosen.labels && { labels: chosen.labels }),
  }
  const now = deps.clock.now()
  const answer = { jobId, status: 'MAPPING_CONFIRMED' as const }
  await inTransaction(deps.db, async (tx) => {
    await confirmWithin(tx, who, jobId, change, now)
    await rememberMapping(tx, { cipher, blindIndex: deps.blindIndex }, who.vendorId, head, uses, now)
    await idempotency.saveAnswer(tx, 202, answer)
  })
  return answer
}

/** What the request gives takes precedence over the preset. */
async function applyPreset(
  deps: Pick<Deps, 'db' | 'keyring'>,
  { vendorId }: VendorPrincipal,
  columns: readonly string[],
  presetId: string,
  body: MappingBody,
): Promise<MappingBody> {
  const preset = await getPreset(deps, vendorId, presetId)
  return { ...preset, ...body, columns: columnsInFile(columns, preset.columns) }
}

function readColumns(columns: readonly string[], given: NonNullable<MappingBody['columns']>): ColumnUse[] {
  const reading = readMapping(columns, given)
  if (reading.kind === 'problems') {
    const errors = reading.problems.map(({ path, message }) => ({ path: `columns.${path}`, message }))
    throw new AppError('VALIDATION_FAILED', { detail: `columns: ${errors[0]?.message}`, errors })
  }
  if (!hasPhone(reading.mapping))
    throw new AppError('PHONE_COLUMN_REQUIRED', { detail: 'Map at least one column to phone.' })
  return reading.mapping
}

async function confirmWithin(tx: Tx, { vendorId }: VendorPrincipal, jobId: string, change: sql.JobUpdate, now: Date) {
  if (!(await beginProcessing(tx, vendorId, jobId, change, now)))
    throw invalidState((await getImport(tx, vendorId, jobId)).status)
}
