import type { CountryCode } from '../../../domain/contacts/country.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { type ChoiceCounts, type CountryChoice, emptyCounts } from '../../../domain/imports/rows/compare-countries.ts'
import { majorityOf } from '../../../domain/imports/rows/majority.ts'
import { forEachConcurrent } from '../../../platform/concurrency/for-each-concurrent.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { assertStatus, assertUnchangedMapping, getImport } from '../lifecycle/find-import.ts'
import { listRepairs } from '../repairs/repairs.sql.ts'
import type { JobRow } from '../sql.ts'
import * as chunks from '../stages/chunks.sql.ts'
import { buildEvaluateTask } from '../stages/process.ts'
import type { CompareTask } from './compare-countries-thread.ts'

type WhatIfDeps = Pick<Deps, 'db' | 'keyring' | 'threads'>

/** One chunk is fetched while a thread reads another. */
const CONCURRENCY = 2

/** How the file would be read with each of these default countries. Changes nothing. */
export async function whatIf(
  deps: WhatIfDeps,
  { vendorId }: VendorPrincipal,
  jobId: string,
  countries: readonly CountryCode[],
) {
  const job = await getImport(deps.db, vendorId, jobId)
  assertStatus(job, 'PENDING_REVIEW')
  const ranges = await chunks.listChunkRanges(deps.db, vendorId, jobId)
  const totals = countries.map(() => emptyCounts())
  /** By chunk, the countries for which a number depends on the majority. */
  const undecided = new Map<number, number[]>()
  await forEachConcurrent(ranges, CONCURRENCY, async ({ firstRow }) => {
    const choices = countries.map((defaultCountry) => ({ defaultCountry, majority: undefined }))
    const counts = await compareChunk(deps, vendorId, job, firstRow, choices)
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
    const counts = await compareChunk(deps, vendorId, job, firstRow, choices)
    for (const [at, i] of which.entries()) addCounts(totals[i] as ChoiceCounts, counts[at] as ChoiceCounts)
  })
  await assertUnchangedMapping(deps.db, vendorId, job)
  return countries.map((country, i) => {
    const { valid, ambiguous, failed, changed } = totals[i] as ChoiceCounts
    return { country, valid, ambiguous, failed, changed }
  })
}

async function compareChunk(
  deps: WhatIfDeps,
  vendorId: VendorId,
  job: JobRow,
  firstRow: number,
  choices: CountryChoice[],
): Promise<ChoiceCounts[]> {
  const chunk = await chunks.findChunk(deps.db, vendorId, job.id, firstRow)
  if (!chunk) return choices.map(emptyCounts)
  return compareInThread(deps, vendorId, job, chunk, choices).catch((error) => {
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
  choices: CountryChoice[],
): Promise<ChoiceCounts[]> {
  const { keys, input } = await buildEvaluateTask(deps, vendorId, job, chunk)
  const { rules, rowsCipher } = input
  const range = { firstRow: chunk.first_row, lastRow: chunk.last_row }
  const repairs = await listRepairs(deps.db, vendorId, job.id, range)
  return deps.threads.run<CompareTask, ChoiceCounts[]>(import.meta.url, './compare-countries-thread', {
    keys,
    rowsCipher,
    repairs,
    rules,
    choices,
  })
}

function addVotes(total: ChoiceCounts, { votes }: ChoiceCounts) {
  for (const [country, count] of Object.entries(votes)) total.votes[country] = (total.votes[country] ?? 0) + count
}

function addCounts(total: ChoiceCounts, { valid, ambiguous, failed, changed }: ChoiceCounts) {
  total.valid += valid
  total.ambiguous += ambiguous
  total.failed += failed
  total.changed += changed
}
