import { sql as raw } from 'kysely'
import { expect } from 'vitest'
import type { VendorId } from '../../../src/domain/ids.ts'
import { type Credit, creditInvoice } from '../../../src/features/invoices/credit-notes/credit.ts'
import { issueInvoice, type PaidInvoiceInput } from '../../../src/features/invoices/issue.ts'
import { updateProfile } from '../../../src/features/vendors/profile.ts'
import type { VendorPatch } from '../../../src/features/vendors/schema.ts'
import { openWallet } from '../../../src/features/wallet/open.ts'
import { inTransaction } from '../../../src/platform/db/db.ts'
import type { VendorPrincipal } from '../../../src/platform/http/principal.ts'
import { newId } from '../../../src/platform/ids.ts'
import { eventually } from '../eventually.ts'
import type { TestProduct } from '../product.ts'

export interface Owner {
  vendorId: string
  token: string
}

/** A vendor with a data key and a wallet but no users, for tests that call use cases instead of the API. */
export async function bareVendor({ deps }: TestProduct, patch: VendorPatch = {}) {
  const vendorId = newId<'vendor'>()
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const vendor = {
      id: vendorId,
      company_name: 'Asha Traders',
      country: 'IN',
      currency: 'INR',
      timezone: 'Asia/Kolkata',
    }
    await tx
      .insertInto('vendor')
      .values({ ...vendor, status: 'ACTIVE', created_at: now, updated_at: now })
      .execute()
    await deps.keyring.create(tx, vendorId)
    await openWallet(tx, vendorId, { currency: 'INR', lowBalanceThreshold: 20_000, now })
  })
  await updateProfile(
    deps,
    { kind: 'vendor', vendorId, accountId: newId<'account'>(), role: 'ADMIN' } as VendorPrincipal,
    patch,
  )
  return { vendorId }
}

export const rowOf = ({ deps }: TestProduct, id: string) =>
  deps.db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const SETUP = { type: 'SETUP', baseMinorUnit: 99_900n, currency: 'INR', description: 'SMB plan, setup fee' } as const
let made = 0
export const newPaymentId = () => `pay_${process.pid}_${++made}`

/** Issues an invoice like a payment does; a setup fee unless `bill` says otherwise. */
export const issue = (
  product: TestProduct,
  { vendorId }: Pick<Owner, 'vendorId'>,
  bill: Partial<PaidInvoiceInput> = {},
) =>
  inTransaction(product.deps.db, (tx) =>
    issueInvoice(
      tx,
      product.deps,
      vendorId as VendorId,
      { ...SETUP, gatewayPaymentId: newPaymentId(), ...bill },
      product.deps.clock.now(),
    ),
  )

export const credit = (
  product: TestProduct,
  { vendorId }: Pick<Owner, 'vendorId'>,
  of: Pick<Credit, 'invoiceId' | 'amountMinorUnit'> & Partial<Credit>,
) =>
  inTransaction(product.deps.db, (tx) =>
    creditInvoice(
      tx,
      product.deps,
      vendorId as VendorId,
      { gatewayRefundId: `rfnd_${++made}`, refundRequestId: null, reason: 'Asked for in time', ...of },
      product.deps.clock.now(),
    ),
  )

export const readInvoice = async (product: TestProduct, { token }: Owner, id: string) =>
  (await product.get(`/billing/invoices/${id}`, { token })).body

/** Waits for the PDF and returns it. */
export const pdfOf = (product: TestProduct, { token }: Owner, path: string) =>
  eventually(async () => {
    const response = await product.app.inject({
      url: `/api/v1${path}/pdf`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.statusCode).toBe(200)
    return { headers: response.headers, pdf: response.rawPayload }
  }, 30_000)

/** Every series must run from 1 to its last number without gaps or repeats. */
export async function expectWholeSeries(product: TestProduct) {
  const { rows } = await raw<{ series: string; last: bigint; count: number; distinct: number; max: bigint }>`
    select s.series, s.last_number as last, count(*)::int as count, count(distinct n)::int as distinct, max(n) as max
      from number_series s left join (
        select series, series_number as n, invoice_number as number from invoice
        union all select series, series_number, credit_note_number from credit_note
      ) d on d.series = s.series and d.number = s.series || '-' || lpad(d.n::text, 5, '0')
     group by s.series`.execute(product.deps.db)
  for (const { last, count, distinct, max } of rows)
    expect({ count: BigInt(count), distinct: BigInt(distinct), max }).toEqual({
      count: last,
      distinct: last,
      max: last,
    })
  return Object.fromEntries(rows.map(({ series, last }) => [series, Number(last)]))
}
