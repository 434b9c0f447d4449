import { readFile } from 'node:fs/promises'
import { PLATFORM, type VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import * as sql from './cross-vendor.sql.ts'

interface Invariant {
  /** The invariant, as a sentence. */
  name: string
  query: string
}

interface Violation {
  invariant: string
  rows: Record<string, unknown>[]
}

const FILE = new URL('../../../invariants.sql', import.meta.url)

export const readInvariants = async (): Promise<Invariant[]> =>
  (await readFile(FILE, 'utf8'))
    .split(/^-- name: /m)
    .slice(1)
    .map((text) => {
      const end = text.indexOf('\n')
      return { name: text.slice(0, end).trim(), query: text.slice(end).trim().replace(/;$/, '') }
    })

async function check(db: Db, invariants: readonly Invariant[], vendorIds: readonly VendorId[], rowsMax: number) {
  const broken: Violation[] = []
  for (const { name, query } of invariants) {
    const rows = await sql.violations(db, query, vendorIds, rowsMax)
    if (rows.length > 0) broken.push({ invariant: name, rows })
  }
  return broken
}

/** Checks everything. For tests. */
export const checkAll = async (db: Db) =>
  check(db, await readInvariants(), await sql.vendorsAfter(db, PLATFORM, 1_000_000), Number.MAX_SAFE_INTEGER)

const VENDORS_PER_RUN = 100
const ROWS_PER_VENDOR = 1_000

/** Checks the newest entries of every vendor, at most as much of each as a periodic run does. */
export async function checkNewest(db: Db): Promise<Violation[]> {
  const invariants = await readInvariants()
  const broken: Violation[] = []
  let after: VendorId | undefined = PLATFORM
  while (after !== undefined) {
    const vendorIds: VendorId[] = await sql.vendorsAfter(db, after, VENDORS_PER_RUN)
    broken.push(...(await check(db, invariants, vendorIds, ROWS_PER_VENDOR)))
    after = vendorIds.length < VENDORS_PER_RUN ? undefined : vendorIds.at(-1)
  }
  return broken
}

/**
 * Checks the next few vendors, so that the cost of a run is bounded: at most 100,000 rows, read through the index.
 * After the last vendor it starts again; a violation stays in the gauge until a complete pass has found none.
 */
export function createInvariantCheck() {
  let after = PLATFORM
  let found = new Map<string, number>()
  return async ({ db, log, metrics }: Pick<Deps, 'db' | 'log' | 'metrics'>) => {
    const vendorIds = await sql.vendorsAfter(db, after, VENDORS_PER_RUN)
    const invariants = await readInvariants()
    for (const { invariant, rows } of await check(db, invariants, vendorIds, ROWS_PER_VENDOR)) {
      log.error({ event: 'invariant.broken', invariant, rows })
      found.set(invariant, (found.get(invariant) ?? 0) + rows.length)
      metrics.invariantsBroken.set({ invariant }, found.get(invariant) ?? 0)
    }
    const last = vendorIds.at(-1)
    if (last && vendorIds.length === VENDORS_PER_RUN) {
      after = last
      return
    }
    for (const { name } of invariants) metrics.invariantsBroken.set({ invariant: name }, found.get(name) ?? 0)
    after = PLATFORM
    found = new Map()
  }
}
