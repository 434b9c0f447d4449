import type { VendorId } from '../../../domain/ids.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import type { Deps } from '../../../platform/deps.ts'
import { notFound } from '../../../platform/errors.ts'
import { readDataDestruction } from '../../vendors/close.ts'
import { readWallet, sumLedger } from '../../wallet/read.ts'
import * as payouts from '../payouts/payouts.sql.ts'
import { presentRequest } from '../present.ts'
import * as sql from './final-statement.sql.ts'
import { sumLateRefunds } from './late-refunds.sql.ts'

/** Accounts for all the money of a closed account. */
export async function readFinalStatement(deps: Pick<Deps, 'db' | 'keyring' | 'config'>, vendorId: VendorId) {
  const exit = await sql.findFinishedExit(deps.db, vendorId)
  if (!exit) throw notFound()
  const [wallet, sums, made, late, destruction] = await Promise.all([
    readWallet(deps.db, vendorId),
    sumLedger(deps.db, vendorId),
    payouts.listPayouts(deps.db, vendorId, [exit.id]),
    sumLateRefunds(deps.db, vendorId),
    readDataDestruction(deps.db, vendorId, deps.config.CLOSED_VENDOR_RETENTION_DAYS),
  ])
  const request = await presentRequest(deps, deps.db, exit, made)
  return {
    closedAt: request.finishedAt ?? request.requestedAt,
    currency: wallet.currency,
    paidInMinorUnit: toJsonInteger(sums.paidInMinorUnit),
    bonusMinorUnit: toJsonInteger(sums.bonusMinorUnit),
    spentMinorUnit: toJsonInteger(sums.spentMinorUnit),
    refundMinorUnit: request.amountMinorUnit ?? 0,
    feeMinorUnit: request.feeMinorUnit,
    forfeitMinorUnit: request.forfeitMinorUnit + toJsonInteger(late.forfeitMinorUnit),
    lateRefundMinorUnit: toJsonInteger(late.amountMinorUnit),
    balanceMinorUnit: toJsonInteger(wallet.balance_minor_unit),
    manualPayoutMinorUnit: request.manualPayoutMinorUnit,
    paidOutAt: request.paidOutAt,
    paidOutReference: request.paidOutReference,
    payouts: request.payouts,
    dataKeptUntil: destruction.dueAt.toISOString(),
    dataDeletedAt: destruction.destroyedAt?.toISOString() ?? null,
  }
}
