import { createHash } from 'node:crypto'
import type { VendorId } from '../../../domain/ids.ts'
import {
  emptyHead,
  headAfter,
  headDiffers,
  type LedgerHead,
  type LedgerProblem,
  ledgerLine,
  rowProblem,
} from '../../../domain/money/ledger.ts'
import type { Db } from '../../../platform/db/db.ts'
import { notFound } from '../../../platform/errors.ts'
import * as crossVendor from './cross-vendor.sql.ts'
import * as sql from './ledger.sql.ts'

export interface Verdict {
  ok: boolean
  /** How many rows were verified: all, or those before the broken one. */
  rows: number
  headHash: string
  brokenAtSequence?: number
  problem?: LedgerProblem
}

const BATCH_ROWS = 1_000

/**
 * Verifies a ledger from its first row to the head stored in the wallet, with code that shares nothing with the
 * database function that writes it. Rows added beyond that head meanwhile are not part of this run.
 */
export async function verifyLedger(db: Db, vendorId: VendorId): Promise<Verdict> {
  const storedHead = await headOf(db, vendorId)
  let verified = emptyHead(storedHead.walletId, storedHead.currency)
  while (verified.sequence < storedHead.sequence) {
    const batchSize = Math.min(BATCH_ROWS, Number(storedHead.sequence - verified.sequence))
    const rows = await sql.ledgerAfter(db, vendorId, verified.sequence, batchSize)
    if (rows.length === 0) return brokenVerdict(verified, storedHead, 'TAIL_CUT', verified.sequence + 1n)
    for (const row of rows) {
      const problem = rowProblem(verified, row, createHash('sha256').update(ledgerLine(row)).digest('hex'))
      if (problem) return brokenVerdict(verified, storedHead, problem, verified.sequence + 1n)
      verified = headAfter(verified, row)
    }
  }
  if (headDiffers(verified, storedHead)) return brokenVerdict(verified, storedHead, 'HEAD_DIFFERS', storedHead.sequence)
  if (await hasRowsBeyondHead(db, vendorId, storedHead))
    return brokenVerdict(verified, storedHead, 'HEAD_DIFFERS', storedHead.sequence + 1n)
  return { ok: true, rows: Number(verified.sequence), headHash: storedHead.hash }
}

/** A row and its head become visible together. If the row is genuine, a head read after it has moved on. */
async function hasRowsBeyondHead(db: Db, vendorId: VendorId, storedHead: LedgerHead) {
  const [row] = await sql.ledgerAfter(db, vendorId, storedHead.sequence, 1)
  return row !== undefined && (await headOf(db, vendorId)).sequence === storedHead.sequence
}

async function headOf(db: Db, vendorId: VendorId): Promise<LedgerHead> {
  const head = await sql.findHead(db, vendorId)
  if (!head) throw notFound()
  return head
}

const brokenVerdict = (
  verified: LedgerHead,
  storedHead: LedgerHead,
  problem: LedgerProblem,
  sequence: bigint,
): Verdict => ({
  ok: false,
  rows: Number(verified.sequence),
  headHash: storedHead.hash,
  brokenAtSequence: Number(sequence),
  problem,
})

/** Yields the vendor of every wallet. */
export async function* allWallets(db: Db): AsyncGenerator<VendorId> {
  let after = '00000000-0000-0000-0000-000000000000' as VendorId
  for (;;) {
    const batch = await crossVendor.walletsAfter(db, after, BATCH_ROWS)
    for (const { vendorId } of batch) yield vendorId
    if (batch.length < BATCH_ROWS) return
    after = batch.at(-1)?.vendorId ?? after
  }
}
