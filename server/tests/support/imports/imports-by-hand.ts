import { expect } from 'vitest'
import { readCsv } from '../../../src/adapters/table-reader/csv/read-csv.ts'
import { readSpreadsheet } from '../../../src/adapters/table-reader/ods/read-spreadsheet.ts'
import { SheetChoice } from '../../../src/adapters/table-reader/sheet-choice.ts'
import { tableParts } from '../../../src/adapters/table-reader/table-builder.ts'
import { readVcards } from '../../../src/adapters/table-reader/vcard/read-vcards.ts'
import { readWorkbook } from '../../../src/adapters/table-reader/xlsx/workbook.ts'
import type { CountryContext } from '../../../src/domain/contacts/phone/country-inference.ts'
import { readNumber } from '../../../src/domain/contacts/phone/read-number.ts'
import type { VendorId } from '../../../src/domain/ids.ts'
import { findJob } from '../../../src/features/imports/sql.ts'
import { beginImportPersisting, persistOneChunk } from '../../../src/features/imports/stages/persist.ts'
import { processOneChunk } from '../../../src/features/imports/stages/process.ts'
import { processImportAgain } from '../../../src/features/imports/stages/process-again.ts'
import { readImport } from '../../../src/features/imports/stages/read.ts'
import { resolveImport } from '../../../src/features/imports/stages/resolve.ts'
import { scanImport } from '../../../src/features/imports/stages/scan.ts'
import { listChunkRanges } from '../../../src/features/imports/staging/chunks.sql.ts'
import { jobWorker } from '../../../src/features/outbox/job-worker.ts'
import { unpackRows } from '../../../src/platform/packed-rows.ts'
import type { TablePart, TableReader } from '../../../src/ports/table-reader.ts'
import { JOBS } from '../../../src/roles/jobs.ts'
import { atEnd } from '../cleanup.ts'
import { startProduct, type TestProduct } from '../product.ts'
import { type UploadOptions, upload } from './imports.ts'

/** Settings without rate limits. */
const UNTHROTTLED = {
  API_REQUESTS_PER_MINUTE: '1000000',
  UPLOADS_PER_MINUTE: '1000000',
  ACTIVE_IMPORTS_PER_VENDOR: '1000000',
}

/** A product without workers for imports: the test runs the stages in its own order. */
export async function startProductByHand(env: Record<string, string> = {}) {
  const product = await startProduct({ without: ['WORKER'], env: { ...UNTHROTTLED, ...env } })
  const mails = await jobWorker('default', JOBS, { concurrency: 10 })(product.deps)
  atEnd(() => mails.stop())
  return product
}

/** For hundreds of imports: jobs stay in the outbox, because a queue without workers would only fill up. */
export const startProductWithoutQueue = (env: Record<string, string> = {}) =>
  startProduct({ without: ['WORKER', 'OUTBOX'], env: { ...UNTHROTTLED, ...env } })

/** Starts the workers for imports. */
export async function workOnImports({ deps }: TestProduct) {
  const worker = await jobWorker('imports', JOBS, { concurrency: 4 })(deps)
  atEnd(() => worker.stop())
}

export interface Owner {
  token: string
  vendorId: string
}

const READERS = { csv: readCsv, ods: readSpreadsheet, vcf: readVcards, xlsx: readWorkbook }

type InOrder = <T>(items: T[]) => T[]
const asTheyCome: InOrder = (items) => items

/** Reads files like the child process, in this process, with chunks of any size. */
const readingHere = (chunkRows: number): TableReader => ({
  async *read(content, { kind, countries, sheet, headerRow }) {
    const pieces = []
    for await (const piece of content) pieces.push(piece)
    const context = { ...countries, majority: null } as CountryContext
    const isPhone = (cell: string) => readNumber(cell, context).kind === 'number'
    const choice = new SheetChoice(sheet)
    const rows = READERS[kind](Buffer.concat(pieces), choice)
    for await (const part of tableParts(rows, isPhone, { headerRow, choice }))
      if (part.kind === 'chunk') yield* inPieces(part, chunkRows)
      else yield part
  },
})

function* inPieces(chunk: TablePart & { kind: 'chunk' }, size: number): Generator<TablePart> {
  const rows = unpackRows<[number, ...string[]]>(chunk.rows)
  for (let at = 0; at < rows.length; at += size) {
    const piece = rows.slice(at, at + size)
    const [firstRowIndex = 0, lastRowIndex = 0] = [piece[0]?.[0], piece.at(-1)?.[0]]
    const json = Buffer.from(JSON.stringify(piece))
    yield { kind: 'chunk', firstRowIndex, lastRowIndex, rowCount: piece.length, rows: json }
  }
}

/** The stages of an import as functions. */
export function byHand(product: TestProduct, owner: Owner, chunkRows = 5_000) {
  const deps = { ...product.deps, tableReader: readingHere(chunkRows) }
  const vendorId = owner.vendorId as VendorId
  const chunks = (jobId: string) => listChunkRanges(deps.db, vendorId, jobId)
  const inStates = async (jobId: string, ...states: string[]) =>
    (await chunks(jobId)).filter(({ state }) => states.includes(state)).map(({ firstRow }) => firstRow)

  const scan = (jobId: string) => scanImport(deps, vendorId, { jobId })
  const revisionOf = async (jobId: string) => ({
    jobId,
    revision: (await findJob(deps.db, vendorId, jobId))?.revision ?? 0,
  })
  const read = async (jobId: string) => readImport(deps, vendorId, await revisionOf(jobId))
  const processAgain = async (jobId: string) => processImportAgain(deps, vendorId, await revisionOf(jobId))
  const processChunk = (jobId: string, firstRow: number) => processOneChunk(deps, vendorId, { jobId, firstRow })
  const persistChunk = (jobId: string, firstRow: number) => persistOneChunk(deps, vendorId, { jobId, firstRow })
  const resolve = async (jobId: string) => resolveImport(deps, vendorId, await revisionOf(jobId))
  const beginPersisting = (jobId: string) => beginImportPersisting(deps, vendorId, { jobId })

  /** Processes all chunks, then those with rows that waited for the majority country. */
  const processAll = async (jobId: string, order = asTheyCome) => {
    for (const state of ['STORED', 'SIFTED'])
      for (const firstRow of order(await inStates(jobId, state))) await processChunk(jobId, firstRow)
  }
  const persistAll = async (jobId: string, order = asTheyCome) => {
    await beginPersisting(jobId)
    for (const firstRow of order(await inStates(jobId, 'STAGED'))) await persistChunk(jobId, firstRow)
  }
  /** Runs the import until its columns are known. */
  const uploadAndRead = async (content: string | Buffer, options: Omit<UploadOptions, 'token'> = {}) => {
    const answer = await upload(product, content, { token: owner.token, ...options })
    expect(answer.status, JSON.stringify(answer.body)).toBe(202)
    const { jobId } = answer.body as { jobId: string }
    await scan(jobId)
    await read(jobId)
    return jobId
  }
  const toReview = async (content: string | Buffer, options: Omit<UploadOptions, 'token'> = {}) => {
    const jobId = await uploadAndRead(content, options)
    await processAll(jobId)
    await resolve(jobId)
    return jobId
  }
  const confirm = (jobId: string) =>
    product.post(`/contacts/import/${jobId}/confirm`, undefined, { token: owner.token })
  const confirmAndPersist = async (jobId: string) => {
    expect((await confirm(jobId)).status).toBe(202)
    await persistAll(jobId)
  }
  return {
    tableReader: deps.tableReader,
    scan,
    read,
    chunks,
    inStates,
    processChunk,
    processAgain,
    processAll,
    resolve,
    beginPersisting,
    persistChunk,
    persistAll,
    uploadAndRead,
    toReview,
    confirm,
    confirmAndPersist,
  }
}
