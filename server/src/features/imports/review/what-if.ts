import type { CountryCode } from '../../../domain/contacts/country.ts'
import type { VendorId } from '../../../domain/ids.ts'
import {
  type ChoiceCounts,
  type CountryChoice,
  emptyCounts,
  estimateFrom,
} from '../../../domain/imports/rows/compare-countries.ts'
import { majorityOf } from '../../../domain/imports/rows/majority.ts'
import { forEachConcurrent } from '../../../platform/concurrency/for-each-concurrent.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { assertStatus, assertUnchangedMapping, getImport } from '../lifecycle/find-import.ts'
import { listRepairs } from '../repairs/repairs.sql.ts'
import type { JobRow } from '../sql.ts'
import { buildEvaluateTask } from '../stages/process.ts'
import * as chunks from '../staging/chunks.sql.ts'
import type { CompareTask } from './compare-countries-thread.ts'

type WhatIfDeps = Pick<Deps, 'db' | 'keyring' | 'threads'>

/** One chunk is fetched while a thread reads another. */
const CONCURRENCY = 2

/** Beyond this sample the counts of a country hardly change, and the request would take too long. */
const SAMPLE = { rowsMax: 20_000, chunksMax: 20 }

interface CountryResult {
  country: CountryCode
  valid: number
  ambiguous: number
  failed: number
  changed: number
  /** Set when the counts are estimated: the number of rows that were read. */
  sampledRows?: number
}

interface WhatIfQuery {
  countries: readonly CountryCode[]
  /** Reads all rows, however many there are. */
  exact?: boolean | undefined
}

/**
 * Counts how the file would be read with each of these default countries. Changes nothing. Of a large file, a sample of
 * evenly spread rows is read, unless the exact counts are requested.
 */
export async function whatIf(
  deps: WhatIfDeps,
  { vendorId }: VendorPrincipal,
  jobId: string,
  { countries, exact = false }: WhatIfQuery,
  sample = SAMPLE,
): Promise<CountryResult[]> {
  const job = await getImport(deps.db, vendorId, jobId)
  assertStatus(job, 'PENDING_REVIEW')
  const { validRows, invalidRows } = await chunks.findChunkTotals(deps.db, vendorId, jobId)
  const isSampled = !exact && validRows + invalidRows > sample.rowsMax
  const all = await chunks.listChunkRanges(deps.db, vendorId, jobId)
  const ranges = isSampled ? evenlySpread(all, sample.chunksMax) : all
  const rowsRead = ranges.reduce((rows, { firstRow, lastRow }) => rows + lastRow - firstRow + 1, 0)
  const every = isSampled ? Math.ceil(rowsRead / sample.rowsMax) : 1
  const totals = countries.map(() => emptyCounts())
  /** For each chunk, the countries for which a number depends on the majority. */
  const undecided = new Map<number, number[]>()
  await forEachConcurrent(ranges, CONCURRENCY, async ({ firstRow }) => {
    const choices = countries.map((defaultCountry) => ({ defaultCountry, majority: undefined }))
    const counts = await compareChunk(deps, vendorId, job, firstRow, every, choices)
    counts.forEach((count, i) => {
      const total = totals[i] as ChoiceCounts
      addVotes(total, count)
      if (count.isUndecided) undecided.set(firstRow, [...(undecided.get(firstRow) ?? []), i])
      else addCounts(total, count)
    })
  })
  const majorities = totals.map(({ votes }) => majorityOf(votes))
  await forEachConcurrent([...undecided], CONCURRENCY, async ([firstRow, which]) => {
    const choices = which.map((i) => ({
      defaultCountry: countries[i] as CountryCode,
      majority: majorities[i] as CountryCode | null,
    }))
    const counts = await compareChunk(deps, vendorId, job, firstRow, every, choices)
    for (const [at, i] of which.entries()) addCounts(totals[i] as ChoiceCounts, counts[at] as ChoiceCounts)
  })
  await assertUnchangedMapping(deps.db, vendorId, job)
  return countries.map((country, i) => {
    const total = totals[i] as ChoiceCounts
    if (isSampled) return { country, ...estimateFrom(total, { valid: validRows, failed: invalidRows }) }
    const { valid, ambiguous, failed, changed } = total
    return { country, valid, ambiguous, failed, changed }
  })
}

function evenlySpread<Item>(items: readonly Item[], count: number): Item[] {
  const step = Math.max(1, items.length / count)
  return Array.from({ length: Math.min(count, items.length) }, (_, i) => items[Math.floor(i * step)] as Item)
}

async function compareChunk(
  deps: WhatIfDeps,
  vendorId: VendorId,
  job: JobRow,
  firstRow: number,
  every: number,
  choices: CountryChoice[],
): Promise<ChoiceCounts[]> {
  const chunk = await chunks.findChunk(deps.db, vendorId, job.id, firstRow)
  if (!chunk) return choices.map(emptyCounts)
  return compareInThread(deps, vendorId, job, chunk, every, choices).catch((error) => {
    // Rows that crash a thread are in chunks of their own. They fail whatever the country.
    if (chunk.valid_rows > 0) throw error
    return choices.map(() => ({ ...emptyCounts(), failed: chunk.invalid_rows }))
  })
}

async function compareInThread(
  deps: WhatIfDeps,
  vendorId: VendorId,
  job: JobRow,
  chunk: chunks.ChunkRow,
  every: number,
  choices: CountryChoice[],
): Promise<ChoiceCounts[]> {
  const { keys, input } = await buildEvaluateTask(deps, vendorId, job, chunk)
  const { rules, rowsCipher } = input
  const range = { firstRow: chunk.first_row, lastRow: chunk.last_row }
  const repairs = await listRepairs(deps.db, vendorId, job.id, range)
  return deps.threads.run<CompareTask, ChoiceCounts[]>(import.meta.url, './compare-countries-thread', {
    keys,
    rowsCipher,
    every,
    repairs,
    rules,
    choices,
  })
}

function addVotes(total: ChoiceCounts, { votes }: ChoiceCounts) {
  for (const [country, count] of Object.entries(votes)) total.votes[country] = (total.votes[country] ?? 0) + count
}

function addCounts(total: ChoiceCounts, { valid, validBefore, ambiguous, failed, changed }: ChoiceCounts) {
  total.valid += valid
  total.validBefore += validBefore
  total.ambiguous += ambiguous
  total.failed += failed
  total.changed += changed
}
