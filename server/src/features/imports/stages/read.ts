import { type CountryCode, isCountry } from '../../../domain/contacts/country.ts'
import { readNumber } from '../../../domain/contacts/phone/read-number.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { type ColumnUse, hasPhone } from '../../../domain/imports/mapping/column-use.ts'
import { type RequestedUse, readMapping } from '../../../domain/imports/mapping/read-mapping.ts'
import { suggestMapping } from '../../../domain/imports/mapping/suggest-mapping.ts'
import { readAhead } from '../../../platform/concurrency/read-ahead.ts'
import type { FieldCipher } from '../../../platform/crypto/keyring.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type TableEnd, type TableHead, TableUnreadable } from '../../../ports/table-reader.ts'
import { countryOf } from '../../vendors/members.ts'
import { type ImportDetails, type ImportHead, openDetails, sealHead, sealMapping } from '../encrypted-columns.ts'
import { failImport } from '../lifecycle/fail.ts'
import { findParent, mappingOfParent } from '../lineage/find-parent.ts'
import { inheritedSettings } from '../lineage/inherit-settings.ts'
import { columnsInFile } from '../mappings/presets.ts'
import { findRememberedMapping, rememberMapping } from '../mappings/remembered-mapping.ts'
import * as sql from '../sql.ts'
import * as chunks from '../staging/chunks.sql.ts'
import * as staging from '../staging/staging.sql.ts'
import type { ImportRevision } from '../tables.ts'
import { ROWS_FIELD } from './evaluate-rows.ts'
import { beginProcessing } from './process.ts'
import { decryptContent } from './scan.ts'
import { observeStage } from './stage-times.ts'

/**
 * Splits the file into chunks of rows, which are stored encrypted. When killed half-way it starts again: the same file
 * gives the same chunks, and those already stored stay. It runs once more if somebody chooses another sheet or header.
 */
export async function readImport(
  deps: Deps,
  vendorId: VendorId,
  { jobId, revision }: { jobId: string; revision: number },
) {
  const job = await sql.findJob(deps.db, vendorId, jobId)
  if (job?.revision !== revision || (job.status !== 'SCANNING' && !isReading(job))) return
  try {
    await storeTable(deps, vendorId, job)
  } catch (error) {
    if (!(error instanceof TableUnreadable)) throw error
    await failImport(deps, vendorId, job, error.reason)
  }
}

const isReading = ({ status }: sql.JobRow) => status === 'HEADERS_EXTRACTED' || status === 'MAPPING_CONFIRMED'

/** What is known of the import before its file is read. */
interface Reading {
  job: sql.JobRow
  details: ImportDetails
  cipher: FieldCipher
  countries: { vendor: string; default?: string }
}

async function storeTable(deps: Deps, vendorId: VendorId, job: sql.JobRow) {
  await inTransaction(deps.db, (tx) => discardEarlierWithin(tx, vendorId, job))
  const cipher = await deps.keyring.of(deps.db, vendorId)
  const details = openDetails(cipher, job.details_cipher)
  const vendor = await countryOf(deps.db, vendorId)
  const countries = { vendor, ...(job.default_country && { default: job.default_country }) }
  let firstHead: TableHead | undefined
  const table = deps.tableReader.read(decryptContent(deps, vendorId, job), {
    kind: job.file_kind,
    countries,
    sheet: details.sheet,
    // Cards have no header row; the reader names their columns.
    headerRow: job.file_kind === 'vcf' ? undefined : details.headerRow,
  })
  for await (const part of readAhead(table)) {
    if (part.kind === 'head') {
      firstHead = part
      const { head } = await withKnownMapping(deps, vendorId, cipher, buildHead(part, countries))
      if (!(await saveHead(deps, vendorId, job, sealHead(cipher, head)))) return
    } else if (part.kind === 'chunk') {
      const { firstRowIndex: firstRow, lastRowIndex: lastRow, rowCount } = part
      const chunk = { firstRow, lastRow, rowCount, rowsCipher: cipher.sealBytes(ROWS_FIELD, part.rows) }
      if (!(await inTransaction(deps.db, (tx) => saveChunkWithin(tx, vendorId, job, chunk)))) return
    } else if (firstHead) await finishReading(deps, vendorId, { job, details, cipher, countries }, firstHead, part)
  }
}

/**
 * Stores the columns of the whole file with the mapping, if it is known. Then the rows are processed, otherwise the
 * vendor is asked.
 */
async function finishReading(
  deps: Deps,
  vendorId: VendorId,
  { job, details, cipher, countries }: Reading,
  firstHead: TableHead,
  end: TableEnd,
) {
  // A later row may be wider than all rows that the first head was built from.
  const wide = { ...buildHead({ ...firstHead, columns: end.columns }, countries), sheets: [...end.sheets] }
  const { head, parent } = await withKnownMapping(deps, vendorId, cipher, wide)
  const read = {
    total_rows: end.rowCount,
    head_cipher: sealHead(cipher, head),
    parent_job_id: parent?.id ?? null,
    // Another sheet or header is read with the settings that the vendor has seen.
    ...(parent && job.status !== 'MAPPING_CONFIRMED' && inheritedSettings(cipher, parent, details)),
  }
  const now = deps.clock.now()
  const { mapping, isGiven } = automaticMapping(job, details, head)
  const isRead = await inTransaction(deps.db, async (tx) => {
    if (!(await finishWithin(tx, vendorId, job, read, mapping && sealMapping(cipher, mapping), now))) return false
    if (mapping && isGiven)
      await rememberMapping(tx, { cipher, blindIndex: deps.blindIndex }, vendorId, head, mapping, now)
    return true
  })
  if (isRead) observeStage(deps, 'read', job)
}

function buildHead(part: TableHead, { vendor, default: defaultCountry }: Reading['countries']): ImportHead {
  const context = {
    vendor: vendor as CountryCode,
    majority: null,
    ...(defaultCountry && isCountry(defaultCountry) && { default: defaultCountry }),
  }
  const isNumber = (text: string) => readNumber(text, context).kind === 'number'
  const columns = [...part.columns]
  const samples = part.samples.map((row) => [...row])
  const { uses, source, isCertain } = suggestMapping(columns, samples, isNumber)
  const { headerRow, isHeaderDoubtful, sheet, rawRows } = part
  const read = { columns, headerRow, isHeaderDoubtful, sheet, rawRows: [...rawRows], samples }
  return { ...read, suggestion: uses, source, isCertain }
}

/**
 * Replaces the suggestion by the mapping of the import whose error report this is, or by the vendor's own mapping of the
 * last file with these headings.
 */
async function withKnownMapping(deps: Deps, vendorId: VendorId, cipher: FieldCipher, head: ImportHead) {
  const parent = await findParent(deps, vendorId, head)
  const suggestion =
    (parent && mappingOfParent(cipher, parent, head)) ??
    (await findRememberedMapping(deps.db, { cipher, blindIndex: deps.blindIndex }, vendorId, head))
  const remembered: ImportHead = suggestion ? { ...head, suggestion, source: 'REMEMBERED', isCertain: true } : head
  if (!parent) return { head: remembered, parent: undefined }
  const ignoringRowIds = remembered.suggestion.map(
    (use, i): ColumnUse => (i === parent.column ? { field: 'ignore' } : use),
  )
  return {
    head: { ...remembered, suggestion: ignoringRowIds, rowIdColumn: parent.column },
    parent: parent.job,
  }
}

/**
 * A mapping that was sent before the columns were known and fits, or a certain suggestion; otherwise, and if the file
 * lacks the chosen sheet or header row, the vendor is asked.
 */
function automaticMapping(
  job: sql.JobRow,
  details: ImportDetails,
  head: ImportHead,
): { mapping: ColumnUse[] | undefined; isGiven: boolean } {
  const { columns, suggestion } = head
  // Common headings are remembered, but the rows above them differ from file to file.
  const isCertain = head.isCertain && !head.isHeaderDoubtful
  const given = details.mapping as Record<string, RequestedUse> | undefined
  const isGiven = given !== undefined
  if (details.sheet !== undefined && details.sheet !== head.sheet) return { mapping: undefined, isGiven }
  if (details.headerRow !== undefined && details.headerRow !== head.headerRow) return { mapping: undefined, isGiven }
  const reading = given && readMapping(columns, details.isPreset ? columnsInFile(columns, given) : given)
  const mapping =
    reading?.kind === 'mapping' ? reading.mapping : !given && job.auto_map && isCertain ? suggestion : undefined
  return { mapping: mapping && hasPhone(mapping) ? mapping : undefined, isGiven }
}

/** The job while its file is read, unless it was cancelled or is read by another choice meanwhile. */
async function lockReading(tx: Tx, vendorId: VendorId, { id, revision }: ImportRevision) {
  const job = await sql.lockJob(tx, vendorId, id)
  return job?.revision === revision && isReading(job) ? job : undefined
}

/** Deletes the staged rows of an earlier reading of the file. */
async function discardEarlierWithin(tx: Tx, vendorId: VendorId, seen: ImportRevision) {
  const job = await lockReading(tx, vendorId, seen)
  if (job?.status === 'MAPPING_CONFIRMED') await staging.deleteStaged(tx, vendorId, job.id)
}

/** False: the import was cancelled meanwhile. */
async function saveHead(deps: Deps, vendorId: VendorId, job: ImportRevision, head_cipher: Buffer) {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    if (await lockReading(tx, vendorId, job)) return true
    return sql.transitionJob(tx, vendorId, job.id, ['SCANNING'], ['HEADERS_EXTRACTED'], now, { head_cipher })
  })
}

async function saveChunkWithin(tx: Tx, vendorId: VendorId, seen: ImportRevision, chunk: chunks.NewChunk) {
  const job = await lockReading(tx, vendorId, seen)
  if (!job) return false
  await chunks.insertChunk(tx, vendorId, job.id, chunk)
  return true
}

async function finishWithin(
  tx: Tx,
  vendorId: VendorId,
  seen: ImportRevision,
  read: sql.JobUpdate,
  mapping_cipher: Buffer | undefined,
  now: Date,
) {
  const job = await lockReading(tx, vendorId, seen)
  if (!job) return false
  // A first reading passes through AWAITING_MAPPING even if its mapping is known.
  const passesAwaitingMapping = job.status === 'HEADERS_EXTRACTED' || !mapping_cipher
  if (passesAwaitingMapping)
    await sql.transitionJob(tx, vendorId, job.id, [job.status], ['AWAITING_MAPPING'], now, read)
  if (!mapping_cipher) return true
  const status = passesAwaitingMapping ? 'AWAITING_MAPPING' : job.status
  await beginProcessing(tx, vendorId, { ...job, status }, { ...read, mapping_cipher }, now)
  return true
}
