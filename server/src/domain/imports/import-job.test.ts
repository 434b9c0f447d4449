import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ACTIVE,
  canTransition,
  IMPORT_STATUSES,
  IMPORT_TRANSITIONS,
  type ImportStatus,
  isTerminal,
  needsAction,
  progressOf,
  type RowCounts,
  reachedReview,
} from './import-job.ts'

const SUCCESS: readonly ImportStatus[] = ['COMPLETED', 'PARTIAL_SUCCESS']
const TERMINAL = ['QUARANTINED', 'COMPLETED', 'PARTIAL_SUCCESS', 'FAILED', 'CANCELLED']

/** A path through the state machine and what each step adds to the counts. */
const journey = fc.record({
  totalRows: fc.integer({ min: 0, max: 50 }),
  steps: fc.array(fc.record({ choice: fc.nat(99), work: fc.nat(20), stay: fc.boolean() }), { maxLength: 40 }),
})

function* travel({ totalRows, steps }: typeof journey extends fc.Arbitrary<infer J> ? J : never) {
  let status: ImportStatus = 'UPLOADED'
  const counts: RowCounts = { totalRows: 0, processedRows: 0, persistedRows: 0 }
  yield { status, counts: { ...counts } }
  for (const { choice, work, stay } of steps) {
    if (status === 'HEADERS_EXTRACTED') counts.totalRows = totalRows
    if (status === 'PROCESSING') counts.processedRows = Math.min(counts.processedRows + work, totalRows)
    if (status === 'PERSISTING') counts.persistedRows = Math.min(counts.persistedRows + work, totalRows)
    const moves: readonly ImportStatus[] = IMPORT_TRANSITIONS[status]
    // FAILED and CANCELLED are last in each list; most paths should continue.
    if (!stay) status = (choice < 80 ? moves[0] : moves[choice % moves.length]) ?? status
    // A new mapping: the rows are processed again.
    if (status === 'MAPPING_CONFIRMED') counts.processedRows = 0
    yield { status, counts: { ...counts } }
  }
}

describe('an import job', () => {
  test('has fourteen states, five of which are terminal', () => {
    expect(IMPORT_STATUSES).toHaveLength(14)
    expect(IMPORT_STATUSES.filter(isTerminal).sort()).toEqual([...TERMINAL].sort())
    expect(ACTIVE).toHaveLength(9)
  })

  test('goes from upload to completion through every state in the order of the specification', () => {
    const way = `UPLOADED SCANNING HEADERS_EXTRACTED AWAITING_MAPPING MAPPING_CONFIRMED QUEUED PROCESSING PENDING_REVIEW
      PERSISTING COMPLETED`.split(/\s+/) as ImportStatus[]
    for (const [i, to] of way.slice(1).entries()) expect(canTransition(way[i] as ImportStatus, to)).toBe(true)
  })

  test('can fail and be cancelled while it is active, and only then', () => {
    for (const status of IMPORT_STATUSES)
      for (const end of ['FAILED', 'CANCELLED'] as const)
        expect(canTransition(status, end)).toBe(ACTIVE.includes(status))
  })

  test('is quarantined only by the scan, and succeeds only from PERSISTING', () => {
    const leadTo = (to: ImportStatus) => IMPORT_STATUSES.filter((from) => canTransition(from, to))
    expect(leadTo('QUARANTINED')).toEqual(['SCANNING'])
    expect(SUCCESS.flatMap(leadTo)).toEqual(['PERSISTING', 'PERSISTING'])
    expect(leadTo('PERSISTING')).toEqual(['PENDING_REVIEW'])
  })

  test('goes back only for a new mapping: from the review, and to be asked again after another sheet was read', () => {
    const steps = IMPORT_STATUSES.flatMap((from) =>
      IMPORT_STATUSES.filter((to) => canTransition(from, to) && !isTerminal(to)).map((to) => [from, to] as const),
    )
    const order = (status: ImportStatus) => IMPORT_STATUSES.indexOf(status)
    expect(steps.filter(([from, to]) => order(to) < order(from))).toEqual([
      ['MAPPING_CONFIRMED', 'AWAITING_MAPPING'],
      ['PENDING_REVIEW', 'MAPPING_CONFIRMED'],
    ])
  })

  test('has reached the review with its current mapping until another one is confirmed', () => {
    const reached = (...history: ImportStatus[]) => reachedReview(history.map((status) => ({ status })))
    expect(reached('UPLOADED', 'MAPPING_CONFIRMED', 'QUEUED', 'PROCESSING')).toBe(false)
    expect(reached('MAPPING_CONFIRMED', 'QUEUED', 'PROCESSING', 'PENDING_REVIEW')).toBe(true)
    expect(reached('MAPPING_CONFIRMED', 'PENDING_REVIEW', 'MAPPING_CONFIRMED', 'QUEUED', 'CANCELLED')).toBe(false)
    expect(reached('PENDING_REVIEW', 'MAPPING_CONFIRMED', 'PENDING_REVIEW', 'PERSISTING', 'COMPLETED')).toBe(true)
  })

  test('waits for the vendor in two states', () => {
    expect(IMPORT_STATUSES.filter(needsAction)).toEqual(['AWAITING_MAPPING', 'PENDING_REVIEW'])
  })

  test('has progress that decreases only with a new mapping and is 100 exactly when it has succeeded', () => {
    fc.assert(
      fc.property(journey, (plan) => {
        let before = 0
        let last: ImportStatus = 'UPLOADED'
        for (const { status, counts } of travel(plan)) {
          const progress = progressOf(status, counts)
          const isMappedAgain = last !== status && (status === 'MAPPING_CONFIRMED' || last === 'MAPPING_CONFIRMED')
          if (!isMappedAgain) expect(progress).toBeGreaterThanOrEqual(before)
          last = status
          expect(progress === 100).toBe(SUCCESS.includes(status))
          before = progress
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('shows progress while rows are processed and persisted', () => {
    const at = (status: ImportStatus, processedRows: number, persistedRows: number) =>
      progressOf(status, { totalRows: 1_000, processedRows, persistedRows })
    expect(at('UPLOADED', 0, 0)).toBe(0)
    expect(at('PROCESSING', 500, 0)).toBe(32.5)
    expect(at('PENDING_REVIEW', 1_000, 0)).toBe(60)
    expect(at('PERSISTING', 1_000, 500)).toBe(79.5)
    expect(at('PERSISTING', 1_000, 1_000)).toBe(99)
    expect(at('CANCELLED', 1_000, 500)).toBe(79.5)
    expect([at('COMPLETED', 1_000, 900), at('PARTIAL_SUCCESS', 1_000, 900)]).toEqual([100, 100])
  })
})
