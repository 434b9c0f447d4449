import {
  type NoLongerRefundable,
  noLongerRefundable,
  type OperatorBasis,
  type Refusal,
  refusalFor,
  vendorRefusalFor,
} from '../../../domain/billing/refund-request.ts'
import type { AccountId, VendorId } from '../../../domain/ids.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Operator, VendorPrincipal } from '../../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../../platform/idempotency/idempotency.ts'
import { isId, newId } from '../../../platform/ids.ts'
import { recordAction } from '../../audit/record.ts'
import { recordForVendor } from '../../audit/record-for-vendor.ts'
import { findInvoice, type Invoice } from '../../invoices/find.ts'
import { notify } from '../../notifications/notify.ts'
import { firstMonthOf } from '../../subscriptions/lifecycle/first-month.ts'
import { cycleOfPayment } from '../../subscriptions/lifecycle/refunds.ts'
import { readWallet } from '../../wallet/read.ts'
import { assertMayClose } from '../exit/exit.ts'
import { lockPlanOf } from '../lock.ts'
import { presentRequest, sealText } from '../present.ts'
import type { OpenBody, RequestBody } from '../schema.ts'
import * as sql from '../sql.ts'
import { assertFirstMonthUnused } from './first-month-once.ts'

type RequestDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'blindIndex'>

/** A vendor requests a refund. Nothing moves until an operator approves it. */
export async function requestRefund(
  deps: RequestDeps,
  who: VendorPrincipal,
  body: RequestBody,
  idempotency: IdempotencyRecord,
) {
  const now = deps.clock.now()
  return inTransaction(deps.db, (tx) => requestWithin(tx, deps, who, body, idempotency, now))
}

async function requestWithin(
  tx: Tx,
  deps: RequestDeps,
  who: VendorPrincipal,
  body: RequestBody,
  idempotency: IdempotencyRecord,
  now: Date,
) {
  const { vendorId } = who
  const about =
    body.invoiceId === undefined
      ? await exitSubject(tx, vendorId, now)
      : await firstMonthSubject(tx, deps, vendorId, body.invoiceId, now)
  const row = await insertRequest(tx, deps, vendorId, { ...about, reason: body.reason, by: who.accountId ?? null }, now)
  await notify(
    tx,
    vendorId,
    { kind: 'REFUND_REQUESTED', invoiceNumber: row.invoice_number },
    `refund-requested-${row.id}`,
    now,
  )
  const done = { action: 'REFUND_REQUESTED', subjectType: 'refundRequest', subjectId: row.id } as const
  await recordForVendor(tx, who, { ...done, details: { invoiceNumber: row.invoice_number } }, now)
  const view = await presentRequest(deps, tx, row, [])
  await idempotency.saveAnswer(tx, 201, view)
  return view
}

/** For refunds that vendors cannot request: double charges and platform errors. Approved like any other request. */
export async function openRefund(
  deps: RequestDeps,
  operator: Operator,
  body: OpenBody,
  idempotency: IdempotencyRecord,
) {
  const now = deps.clock.now()
  return inTransaction(deps.db, (tx) => openWithin(tx, deps, operator, body, idempotency, now))
}

async function openWithin(
  tx: Tx,
  deps: RequestDeps,
  { accountId }: Operator,
  body: OpenBody,
  idempotency: IdempotencyRecord,
  now: Date,
) {
  const vendorId = body.vendorId as VendorId
  if (!isId(vendorId)) throw notFound()
  const { invoice, rule } = await lockInvoice(tx, vendorId, body.invoiceId)
  throwRefusal(refusalFor(rule))
  const row = await insertRequest(
    tx,
    deps,
    vendorId,
    { ...invoiceSubject(invoice, body.basis), reason: body.reason, by: null },
    now,
  )
  await recordAction(
    tx,
    {
      operatorId: accountId,
      action: 'REFUND_OPENED',
      vendorId,
      subjectType: 'refundRequest',
      subjectId: row.id,
      details: { invoiceNumber: invoice.invoiceNumber, basis: body.basis },
      before: {},
      after: { status: row.status },
    },
    now,
  )
  const view = await presentRequest(deps, tx, row, [])
  await idempotency.saveAnswer(tx, 201, view)
  return view
}

async function exitSubject(tx: Tx, vendorId: VendorId, now: Date) {
  await assertMayClose(tx, vendorId, now)
  const { currency } = await readWallet(tx, vendorId)
  return {
    kind: 'WALLET_EXIT',
    basis: 'EXIT',
    currency,
    invoice_id: null,
    invoice_number: null,
    gateway_payment_id: null,
  } as const
}

async function firstMonthSubject(tx: Tx, deps: RequestDeps, vendorId: VendorId, invoiceId: string, now: Date) {
  const { invoice, rule } = await lockInvoice(tx, vendorId, invoiceId)
  throwRefusal(vendorRefusalFor(rule, (await sql.firstRequestedAt(tx, vendorId, invoice.id)) ?? now))
  await assertFirstMonthUnused(deps, tx, vendorId, invoice.id)
  return invoiceSubject(invoice, 'FIRST_MONTH')
}

const invoiceSubject = (invoice: Invoice, basis: OperatorBasis | 'FIRST_MONTH') =>
  ({
    kind: 'INVOICE',
    basis,
    currency: invoice.currency,
    invoice_id: invoice.id,
    invoice_number: invoice.invoiceNumber,
    gateway_payment_id: invoice.gatewayPaymentId,
  }) as const

/** Locks the plan before reading the invoice, so that a request and a concurrent plan change are serialised. */
async function lockInvoice(tx: Tx, vendorId: VendorId, invoiceId: string) {
  if (isId(invoiceId)) await lockPlanOf(tx, vendorId, invoiceId)
  return readInvoice(tx, vendorId, invoiceId)
}

/** The invoice with the facts that the refund rules need. */
export async function readInvoice(db: Db, vendorId: VendorId, invoiceId: string) {
  const invoice = isId(invoiceId) ? await findInvoice(db, vendorId, invoiceId) : undefined
  if (!invoice) throw notFound()
  const { type, status, subscriptionId, gatewayPaymentId } = invoice
  const first = subscriptionId === null ? undefined : await firstMonthOf(db, vendorId, subscriptionId)
  const firstMonth = first && first.paymentId === gatewayPaymentId ? first : null
  const leftMinorUnit = invoice.totalMinorUnit - invoice.refundedMinorUnit
  return { invoice, leftMinorUnit, rule: { type, status, firstMonth } }
}

/** Why a paid invoice may not be refunded any more; undefined while it may. */
export async function checkStillRefundable(
  db: Db,
  vendorId: VendorId,
  invoice: Invoice,
): Promise<NoLongerRefundable | undefined> {
  const cycle = await cycleOfPayment(db, vendorId, invoice.gatewayPaymentId ?? '')
  const leftMinorUnit = invoice.totalMinorUnit - invoice.refundedMinorUnit
  return noLongerRefundable({ status: invoice.status, leftMinorUnit }, cycle?.movedTo ?? null)
}

export function throwRefusal(refusal: Refusal | undefined) {
  if (refusal) throw new AppError(refusal.code, { detail: refusal.detail })
}

type RequestSubject = ReturnType<typeof invoiceSubject> | Awaited<ReturnType<typeof exitSubject>>

async function insertRequest(
  tx: Tx,
  deps: Pick<Deps, 'keyring'>,
  vendorId: VendorId,
  { reason, by, ...about }: RequestSubject & { reason: string; by: AccountId | null },
  now: Date,
) {
  const row = await sql.insertRequest(tx, vendorId, {
    ...about,
    id: newId<'refundRequest'>(),
    reason_cipher: await sealText(deps, tx, vendorId, reason),
    requested_by: by,
    requested_at: now,
  })
  if (!row)
    throw new AppError('REFUND_OPEN', { detail: 'A refund request for this invoice or account is already open.' })
  return row
}
