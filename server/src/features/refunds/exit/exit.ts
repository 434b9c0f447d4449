import { settleExit, spreadOverPayments } from '../../../domain/billing/exit-settlement.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { EXIT_FEE_PERCENT, EXIT_ORDER_QUIET_MINUTES, EXIT_REFUND_PAISE_MIN } from '../../../domain/limits.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { hasOpenCampaigns } from '../../campaigns/lifecycle/find-campaign.ts'
import { convertPaise } from '../../currency/convert.ts'
import { findInvoiceOfPayment } from '../../invoices/find.ts'
import { hasUnpaidOrderSince } from '../../orders/find.ts'
import { cancelSubscription } from '../../subscriptions/lifecycle/cancel.ts'
import { lockLiveSubscription } from '../../subscriptions/lifecycle/current.ts'
import { startClosing } from '../../vendors/close.ts'
import { lockWallet } from '../../wallet/lock.ts'
import { type LedgerEntry, moveMoney } from '../../wallet/move-money.ts'
import { listRecharges, readWallet } from '../../wallet/read.ts'
import * as payouts from '../payouts/payouts.sql.ts'
import * as sql from '../sql.ts'

/** An account can be closed only when nothing is pending: no message on its way out, no payment on its way in. */
export async function assertMayClose(db: Db, vendorId: VendorId, now: Date) {
  const wallet = await readWallet(db, vendorId)
  const quietSince = new Date(now.getTime() - EXIT_ORDER_QUIET_MINUTES * 60_000)
  if (wallet.reserved_minor_unit > 0n) throw notClosable('ACTIVE_CAMPAIGN', 'A campaign still has funds on hold.')
  if (await hasOpenCampaigns(db, vendorId))
    throw notClosable('ACTIVE_CAMPAIGN', 'A campaign is running, paused or scheduled. Cancel it first.')
  if (wallet.in_flight_minor_unit > 0n) throw notClosable('MESSAGES_IN_FLIGHT', 'Messages are still in flight.')
  if (await hasUnpaidOrderSince(db, vendorId, quietSince))
    throw notClosable(
      'OPEN_ORDER',
      'A payment was started less than an hour ago. Complete it, or wait until it expires.',
    )
  if (await sql.hasOpenInvoiceRequest(db, vendorId))
    throw notClosable('OPEN_REFUND', 'A refund of an invoice is still in progress.')
}

/** What closing the account would pay out now, and what prevents it. Nothing is stored. */
export async function quoteExit({ db, clock }: Pick<Deps, 'db' | 'clock'>, vendorId: VendorId) {
  const wallet = await readWallet(db, vendorId)
  const minimumMinorUnit = await convertPaise(db, EXIT_REFUND_PAISE_MIN, wallet.currency)
  const parts = settleExit(
    { balanceMinorUnit: wallet.balance_minor_unit, bonusMinorUnit: wallet.bonus_balance_minor_unit },
    minimumMinorUnit,
  )
  const obstacle = await closingObstacle(assertMayClose(db, vendorId, clock.now()))
  return {
    currency: wallet.currency,
    balanceMinorUnit: toJsonInteger(wallet.balance_minor_unit),
    bonusMinorUnit: toJsonInteger(wallet.bonus_balance_minor_unit),
    refundMinorUnit: toJsonInteger(parts.refundMinorUnit),
    feeMinorUnit: toJsonInteger(parts.feeMinorUnit),
    feePercent: Number(EXIT_FEE_PERCENT),
    forfeitMinorUnit: toJsonInteger(parts.forfeitMinorUnit),
    minimumMinorUnit: toJsonInteger(minimumMinorUnit),
    obstacle,
  }
}

const closingObstacle = (check: Promise<void>): Promise<string | null> =>
  check.then(
    () => null,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'INVALID_STATE') return error.details.detail ?? error.message
      throw error
    },
  )

const notClosable = (blockedBy: string, detail: string) =>
  new AppError('INVALID_STATE', { detail: `The account cannot be closed yet. ${detail}`, members: { blockedBy } })

/**
 * Takes everything out of the wallet and plans how the paid part is refunded. From here on nothing is sent. Bonus is
 * always spent first, so the forfeited bonus is debited before the refund.
 */
export async function emptyWallet(tx: Tx, deps: Pick<Deps, 'config'>, request: sql.RequestRow, now: Date) {
  const { vendor_id: vendorId, id } = request
  const wallet = await lockWallet(tx, vendorId)
  await assertMayClose(tx, vendorId, now)
  const minimum = await convertPaise(tx, EXIT_REFUND_PAISE_MIN, wallet.currency)
  const parts = settleExit(
    { balanceMinorUnit: wallet.balance_minor_unit, bonusMinorUnit: wallet.bonus_balance_minor_unit },
    minimum,
  )
  await moveMoney(tx, vendorId, debitsOf(id, parts), now)
  const recharges = await refundableRecharges(tx, vendorId)
  const spread = spreadOverPayments(parts.refundMinorUnit, recharges, wallet.currency)
  const planned: payouts.NewPayout[] = []
  for (const payout of spread.payouts) {
    const invoice = await findInvoiceOfPayment(tx, vendorId, payout.gatewayPaymentId, 'WALLET_RECHARGE')
    const rest = { requestId: id, invoiceId: invoice?.id ?? null, currency: wallet.currency }
    planned.push({ ...payout, ...rest, id: newId<'payout'>() })
  }
  if (planned.length > 0) await payouts.insertPayouts(tx, vendorId, planned, now)
  const subscription = await lockLiveSubscription(tx, deps, vendorId, now)
  if (subscription) await cancelSubscription(tx, deps, vendorId, subscription.id, now)
  await startClosing(tx, vendorId, now)
  return { ...parts, currency: wallet.currency, manualPayoutMinorUnit: spread.manualPayoutMinorUnit }
}

function debitsOf(requestId: string, parts: ReturnType<typeof settleExit>): LedgerEntry[] {
  const debit = (name: string, amountMinorUnit: bigint, description: string): LedgerEntry => ({
    type: 'DEBIT',
    amountMinorUnit,
    idempotencyKey: `exit-${name}-${requestId}`,
    description,
    referenceType: 'EXIT',
    referenceId: requestId,
  })
  return [
    debit('forfeit', parts.forfeitMinorUnit, 'Forfeited on account closure'),
    debit('fee', parts.feeMinorUnit, 'Processing fee for account closure'),
    debit('refund', parts.refundMinorUnit, 'Payout on account closure'),
  ].filter(({ amountMinorUnit }) => amountMinorUnit > 0n)
}

async function refundableRecharges(tx: Tx, vendorId: VendorId) {
  const refunded = await payouts.refundedByPayment(tx, vendorId)
  return (await listRecharges(tx, vendorId)).map(({ gatewayPaymentId, amountMinorUnit }) => ({
    gatewayPaymentId,
    leftMinorUnit: amountMinorUnit - (refunded.get(gatewayPaymentId) ?? 0n),
  }))
}
