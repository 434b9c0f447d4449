import { sql as raw } from 'kysely'
import { expect } from 'vitest'
import type { VendorId } from '../../../src/domain/ids.ts'
import { issueInvoice } from '../../../src/features/invoices/issue.ts'
import { inTransaction, openDatabase } from '../../../src/platform/db/db.ts'
import type { TestProduct } from '../product.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { expectWholeSeries, newPaymentId, type Owner } from './invoices.ts'

const ROLLBACK_PERCENT = 30
const LANES = 18

class Undone extends Error {}

/** Issues invoices concurrently. About a third are rolled back, and some lose their connection in between. */
export async function issueWithKills(
  product: TestProduct,
  vendors: readonly Pick<Owner, 'vendorId'>[],
  { issues, kills, seed }: { issues: number; kills: number; seed: number },
) {
  const random = seededRandom(seed)
  const { db, clock } = product.deps
  const plan = Array.from({ length: issues }, () => ({
    vendor: random.pick(vendors),
    isUndone: random.below(100) < ROLLBACK_PERCENT,
  }))
  let running = true
  const issueOne = ({ vendor, isUndone }: (typeof plan)[number]) =>
    inTransaction(db, async (tx) => {
      const issued = await issueInvoice(
        tx,
        product.deps,
        vendor.vendorId as VendorId,
        {
          type: 'WALLET_RECHARGE',
          baseMinorUnit: 50_000n,
          currency: 'INR',
          description: 'Recharge',
          gatewayPaymentId: newPaymentId(),
        },
        clock.now(),
      )
      if (isUndone) throw new Undone()
      return issued
    })
  const killing = killConnections(product, kills, () => running)
  const outcomes = await inLanes(plan, issueOne)
  running = false
  const killed = await killing

  const issued = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value.invoiceNumber : []))
  const undone = outcomes.filter((outcome) => outcome.status === 'rejected' && outcome.reason instanceof Undone).length
  const { rows } = await raw<{ number: string }>`select invoice_number as number from invoice`.execute(db)
  // A connection may break after its commit: the invoice exists although its caller got an error.
  expect(new Set(issued).size).toBe(issued.length)
  expect(rows.map(({ number }) => number)).toEqual(expect.arrayContaining(issued))
  expect(rows.length).toBeLessThanOrEqual(issues - undone)
  expect(killed).toBeGreaterThanOrEqual(Math.ceil(kills * 0.9))
  const [last] = Object.values(await expectWholeSeries(product))
  expect(last).toBe(rows.length)
  return { issued: issued.length, undone, killed }
}

/** Runs as many at a time as there are connections. */
async function inLanes<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>) {
  const waiting = [...items]
  const outcomes: PromiseSettledResult<Result>[] = []
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift())
      outcomes.push(...(await Promise.allSettled([work(item)])))
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return outcomes
}

/** Terminates connections in a transaction that holds or waits for an invoice number. */
async function killConnections(product: TestProduct, kills: number, proceed: () => boolean) {
  const { db, close } = openDatabase({ url: product.databaseUrl, poolSize: 1, onError: () => {} })
  let killed = 0
  while (killed < kills && proceed()) {
    const { rows } = await raw<{ ended: boolean }>`
      select pg_terminate_backend(pid) as ended from (
        select pid from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
           and query ~ 'number_series|into "invoice"|outbox_event'
         order by pid desc limit 1) doomed`.execute(db)
    killed += rows.filter(({ ended }) => ended).length
  }
  await close()
  return killed
}
