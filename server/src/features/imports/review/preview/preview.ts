import { type ContactAction, type MergeStrategy, WARNINGS } from '../../../../domain/contacts/contact.ts'
import { decideMerge } from '../../../../domain/contacts/merge-strategy.ts'
import { readInternational } from '../../../../domain/contacts/phone/read-number.ts'
import type { VendorId } from '../../../../domain/ids.ts'
import type { FieldCipher } from '../../../../platform/crypto/keyring.ts'
import { type Db, inTransaction } from '../../../../platform/db/db.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { VendorPrincipal } from '../../../../platform/http/principal.ts'
import type { MergePair } from '../../../contacts/bulk/decide-pair.ts'
import { findExisting } from '../../../contacts/bulk/upsert-contacts.ts'
import { type ContactCodec, codecFor } from '../../../contacts/codec.ts'
import { presentConsent } from '../../../contacts/present.ts'
import { addToOutbox } from '../../../outbox/add.ts'
import { type ImportHead, openHead } from '../../encrypted-columns.ts'
import { stageAgain } from '../../jobs.ts'
import { assertStatus, assertUnchangedMapping, getImport } from '../../lifecycle/find-import.ts'
import { refreshDecisions } from '../../merging/merge-decisions.ts'
import type { JobRow } from '../../sql.ts'
import { openCells } from '../../stages/evaluate-rows.ts'
import { rowOfSlot } from '../../staging/slots.ts'
import * as staging from '../../staging/staging.sql.ts'
import type { PreviewTotals } from '../../tables.ts'
import { planHashOf } from '../plan.ts'
import * as sql from './preview.sql.ts'

interface PreviewQuery {
  page: number
  pageSize: number
  kind?: 'valid' | 'warning' | 'error' | undefined
  action?: ContactAction | undefined
}

type PreviewDeps = Pick<Deps, 'db' | 'keyring' | 'blindIndex' | 'threads' | 'clock' | 'lock'>

/**
 * What the import would do to the address book as it is now. While rows are processed, it covers those processed so far.
 */
export async function previewImport(
  deps: PreviewDeps,
  { vendorId }: VendorPrincipal,
  jobId: string,
  query: PreviewQuery,
) {
  let job = await getImport(deps.db, vendorId, jobId)
  assertStatus(job, 'PROCESSING', 'PENDING_REVIEW')
  if (job.status === 'PENDING_REVIEW') {
    await assertResolved(deps, vendorId, job)
    job = await refreshDecisions(deps, vendorId, job)
  }
  const preview = await presentPreview(deps, vendorId, job, query)
  await assertUnchangedMapping(deps.db, vendorId, job)
  return preview
}

async function presentPreview(deps: PreviewDeps, vendorId: VendorId, job: JobRow, query: PreviewQuery) {
  const jobId = job.id
  const { page, pageSize, kind, action } = query
  const slice = { limit: pageSize, offset: (page - 1) * pageSize }
  const filter = { kind: kind === 'error' ? undefined : kind, action }
  const wantsItems = kind !== 'error'
  const wantsFailures = kind === 'error' || kind === undefined
  const totals = job.summary ?? (await summariseSoFar(deps.db, vendorId, jobId))
  const [matching, totalErrors, totalOptOuts, items, failed] = await Promise.all([
    wantsItems ? countItems(deps.db, vendorId, jobId, totals, filter) : 0,
    sql.countFailures(deps.db, vendorId, jobId),
    sql.countOptOuts(deps.db, vendorId, jobId),
    wantsItems ? sql.listPreviewRows(deps.db, vendorId, jobId, filter, slice) : [],
    wantsFailures ? sql.listFailures(deps.db, vendorId, jobId, slice) : [],
  ])
  const codec = await codecFor(deps, deps.db, vendorId)
  const cipher = await deps.keyring.of(deps.db, vendorId)
  const { totalNewContacts, totalExistingContacts, contactsWithUpdatedNames, contactsWithNewLabels } = totals
  return {
    jobId,
    jobStatus: job.status,
    totalValid: totals.items,
    totalWarnings: totals.warningItems,
    totalErrors,
    totalOptOuts,
    conflictSummary: { totalNewContacts, totalExistingContacts, contactsWithUpdatedNames, contactsWithNewLabels },
    validSample: await presentItems(deps, vendorId, job, codec, items),
    errorSample: presentFailures(cipher, job, failed),
    planHash: job.status === 'PENDING_REVIEW' ? planHashOf(cipher, job) : undefined,
    page,
    pageSize,
    totalPages: Math.ceil(Math.max(matching, wantsFailures ? totalErrors : 0) / pageSize),
  }
}

const summariseSoFar = async (db: Db, vendorId: VendorId, jobId: string) =>
  sql.summarisePreview(db, vendorId, jobId, await sql.countItemsSoFar(db, vendorId, jobId))

/** Uses the totals where they hold the count already. */
function countItems(db: Db, vendorId: VendorId, jobId: string, totals: PreviewTotals, filter: sql.PreviewFilter) {
  const { kind, action } = filter
  if (kind === undefined) return action ? totals[action as ContactAction] : totals.items
  if (action !== undefined) return sql.countMatching(db, vendorId, jobId, filter)
  return kind === 'warning' ? totals.warningItems : totals.items - totals.warningItems
}

const STAGING_RETRY_SECONDS = 5

/** A crash of the database empties the staging tables; they are rebuilt in the background, and the client retries. */
export async function assertStaged(deps: Pick<Deps, 'db' | 'clock'>, vendorId: VendorId, jobId: string) {
  if (!(await staging.isStaged(deps.db, vendorId, jobId))) await stageInBackground(deps, vendorId, jobId)
}

/** While the preview is being computed, by this request's process or another, there is nothing to show. */
export async function assertResolved(deps: Pick<Deps, 'db' | 'clock'>, vendorId: VendorId, job: JobRow) {
  if (job.resolved_strategy === null || !(await staging.isStaged(deps.db, vendorId, job.id)))
    await stageInBackground(deps, vendorId, job.id)
}

async function stageInBackground(deps: Pick<Deps, 'db' | 'clock'>, vendorId: VendorId, jobId: string) {
  await inTransaction(deps.db, (tx) => addToOutbox(tx, vendorId, stageAgain, { jobId }, deps.clock.now()))
  throw new AppError('SERVICE_UNAVAILABLE', {
    detail: 'The rows of this import are being prepared again. Try again in a moment.',
    retryAfterSeconds: STAGING_RETRY_SECONDS,
  })
}

async function presentItems(
  deps: PreviewDeps,
  vendorId: VendorId,
  job: JobRow,
  codec: ContactCodec,
  rows: sql.PreviewRow[],
) {
  if (rows.length === 0) return []
  const incoming = staging.incomingAt(
    vendorId,
    job.id,
    rows.map(({ slot }) => slot),
  )
  const pairs = new Map<string, MergePair>()
  for await (const page of findExisting(deps.db, vendorId, incoming))
    for (const pair of page) pairs.set(pair.incomingId, pair)
  return rows.map((row) => presentItem(codec, job.merge_strategy, row, pairs.get(row.id)))
}

function presentItem(codec: ContactCodec, strategy: MergeStrategy, row: sql.PreviewRow, pair: MergePair | undefined) {
  const { mobile, name, attributes, consent } = codec.open(row.profileCipher)
  const number = readInternational(`+${mobile}`)
  const merge = pair && {
    ...decideMerge(
      strategy,
      { ...codec.open(pair.existing.profileCipher), labels: pair.existing.labels, source: pair.existing.source },
      { name, attributes, consent, labels: row.labels },
    ),
  }
  const warnings = [...row.warnings, ...duplicateWarnings(row)]
  return {
    name,
    labels: row.labels,
    attributes,
    consent: presentConsent(consent),
    rowIndex: rowOfSlot(row.slot),
    _normalized: {
      e164: `+${mobile}`,
      countryCode: row.countryCode,
      nationalNumber: number.kind === 'number' ? number.nationalNumber : '',
    },
    _countrySource: row.countrySource,
    _action: merge?.action ?? ('CREATE' as const),
    _status: warnings.length > 0 ? ('warning' as const) : ('valid' as const),
    _warnings: warnings,
    _duplicate: merge ? ('existing' as const) : ('new' as const),
    _optsOut: row.optsOut,
    _diff: merge?.diff ?? [],
  }
}

function duplicateWarnings({ duplicateRows, duplicateCount }: sql.PreviewRow): string[] {
  const named = duplicateRows.map((row) => `${WARNINGS.duplicate} (row ${row})`)
  const rest = duplicateCount - named.length
  return rest > 0 ? [...named, `${WARNINGS.duplicate} (${rest} more rows)`] : named
}

function presentFailures(cipher: FieldCipher, job: JobRow, failed: sql.FailureRow[]) {
  if (failed.length === 0 || !job.head_cipher) return []
  const head = openHead(cipher, job.head_cipher)
  return failed.map(({ rowIndex, reason, cellsCipher }) => ({
    rowIndex,
    rowData: rowData(head, openCells(cipher, cellsCipher)),
    reason,
  }))
}

/** Object.fromEntries defines its keys, so that a column called __proto__ is treated like any other. */
const rowData = ({ columns }: ImportHead, cells: readonly string[]): Record<string, string> =>
  Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? '']))
