import { createHash } from 'node:crypto'
import type { VendorId } from '../../domain/ids.ts'
import {
  emptyHead,
  following,
  headDiffers,
  type LedgerHead,
  type LedgerProblem,
  ledgerLine,
  rowProblem,
} from '../../domain/money/ledger.ts'
import type { Db } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'
import * as sql from './ledger.sql.ts'

export interface Verdict {
  ok: boolean
  /** That were proved: all, or those before the broken one. */
  rows: number
  headHash: string
  brokenAtSequence?: number
  problem?: LedgerProblem
}

const BATCH_ROWS = 1_000

/**
 * Proves a wallet from its first row to the head that it keeps, by code that shares nothing with the function that
 * writes the ledger. Money may move meanwhile: what comes in behind that head is not part of this proof.
 */
export async function verifyLedger(db: Db, vendorId: VendorId): Promise<Verdict> {
  const kept = await headOf(db, vendorId)
  let proved = emptyHead(kept.walletId, kept.currency)
  while (proved.sequence < kept.sequence) {
    const wanted = Math.min(BATCH_ROWS, Number(kept.sequence - proved.sequence))
    const rows = await sql.ledgerAfter(db, vendorId, proved.sequence, wanted)
    if (rows.length === 0) return broken(proved, kept, 'TAIL_CUT', proved.sequence + 1n)
    for (const row of rows) {
      const problem = rowProblem(proved, row, createHash('sha256').update(ledgerLine(row)).digest('hex'))
      if (problem) return broken(proved, kept, problem, proved.sequence + 1n)
      proved = following(proved, row)
    }
  }
  if (headDiffers(proved, kept)) return broken(proved, kept, 'HEAD_DIFFERS', kept.sequence)
  if (await hasRowsWithoutHead(db, vendorId, kept)) return broken(proved, kept, 'HEAD_DIFFERS', kept.sequence + 1n)
  return { ok: true, rows: Number(proved.sequence), headHash: kept.hash }
}

/** A row and its head become visible together, so a head that is read after the row has moved on if the row is real. */
async function hasRowsWithoutHead(db: Db, vendorId: VendorId, kept: LedgerHead) {
  const [row] = await sql.ledgerAfter(db, vendorId, kept.sequence, 1)
  return row !== undefined && (await headOf(db, vendorId)).sequence === kept.sequence
}

async function headOf(db: Db, vendorId: VendorId): Promise<LedgerHead> {
  const head = await sql.findHead(db, vendorId)
  if (!head) throw notFound()
  return head
}

const broken = (proved: LedgerHead, kept: LedgerHead, problem: LedgerProblem, sequence: bigint): Verdict => ({
  ok: false,
  rows: Number(proved.sequence),
  headHash: kept.hash,
  brokenAtSequence: Number(sequence),
  problem,
})

/** The vendors of all wallets, for whoever proves them all. */
export async function* allWallets(db: Db): AsyncGenerator<VendorId> {
  let after = '00000000-0000-0000-0000-000000000000' as VendorId
  for (;;) {
    const batch = await sql.walletsAfter(db, after, BATCH_ROWS)
    for (const { vendorId } of batch) yield vendorId
    if (batch.length < BATCH_ROWS) return
    after = batch.at(-1)?.vendorId ?? after
  }
}
