import type { VendorId } from '../server/src/domain/ids.ts'
import { charge } from '../server/src/features/wallet/charge.ts'
import { OffsetClock } from '../server/src/platform/clock/clock.ts'
import { openDatabase } from '../server/src/platform/db/db.ts'
import { newId } from '../server/src/platform/ids.ts'
import { startBenchDatabase } from './support/database.ts'
import { measurePaired, report, type Sample } from './support/paired.ts'
import { findPgbench, percentile99, runPgbench } from './support/pgbench.ts'

/**
 * Wallet charges per second from Node, on one wallet and on 1,000 wallets. Anchor: pgbench with the same statement.
 * Also one wallet with 32 concurrent callers; anchor: the same wallet with one caller. Each charge is committed to
 * disk before its caller continues.
 */
const isShort = process.argv.includes('--short')
const ROUNDS = isShort ? 5 : 11
const SECONDS = isShort ? 1 : 4
const WALLETS = 1_000
const CALLERS = 8

const vendorNo = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}` as VendorId
const HOT = vendorNo(1)
const anyVendor = () => vendorNo(1 + Math.floor(Math.random() * WALLETS))

const database = await startBenchDatabase()
const { db, close } = openDatabase({ url: database.url, poolSize: 10, onError: () => {} })
const deps = { db, clock: new OffsetClock() }
const pgbench = findPgbench()

try {
  await fillWallets()
  await load(CALLERS, () => HOT, 2) // until everything is compiled and warm
  if (pgbench) {
    await besidePgbench('charge on one wallet, 8 callers', () => HOT, `'${HOT}'::uuid`, 1.2)
    const random = `('00000000-0000-7000-8000-' || lpad(to_hex(cast(:n as bigint)), 12, '0'))::uuid`
    await besidePgbench('charge on 1,000 wallets, 8 callers', anyVendor, random, 0.75)
  } else console.log('pgbench is not installed: charges cannot be compared with it here. It comes with PostgreSQL.')
  report(
    'one hot wallet, 32 callers',
    'the same with 1 caller',
    { floor: 0.5, target: 0.9, goal: 1.4 },
    await measurePaired(
      ROUNDS,
      () => load(32, () => HOT, SECONDS),
      () => load(1, () => HOT, SECONDS),
    ),
  )
} finally {
  await close()
  await database.stop()
}

async function besidePgbench(name: string, vendor: () => VendorId, vendorSql: string, goal: number) {
  const script = `\\set n random(1, ${WALLETS})
    select * from move_money(${vendorSql}, now(), jsonb_build_array(jsonb_build_object('id', gen_random_uuid(),
      'type', 'DEBIT', 'amount', '1', 'key', gen_random_uuid(), 'description', 'a charge')));`
  const paired = await measurePaired(
    ROUNDS,
    () => load(CALLERS, vendor, SECONDS),
    () => runPgbench(pgbench as string, { url: database.url, script, clients: CALLERS, seconds: SECONDS }),
  )
  report(name, 'pgbench, same statement, 8 clients', { floor: 0.35, target: 0.6, goal }, paired)
}

/** Each caller starts its next charge as soon as its last one is done. */
async function load(callers: number, vendor: () => VendorId, seconds: number): Promise<Sample> {
  const took: number[] = []
  const start = performance.now()
  const end = start + seconds * 1000
  const call = async () => {
    for (let before = performance.now(); before < end; ) {
      await charge(deps, vendor(), {
        type: 'DEBIT',
        amountMinorUnit: 1n,
        idempotencyKey: newId<'charge'>(),
        description: 'a charge',
      })
      const after = performance.now()
      took.push(after - before)
      before = after
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  return { perSecond: took.length / ((performance.now() - start) / 1000), p99Ms: percentile99(took) }
}

async function fillWallets() {
  const ids = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
  await database.query(`insert into vendor (id, company_name, country, currency, timezone, status, created_at, updated_at)
    select ${ids}, 'Bench', 'IN', 'INR', 'Asia/Kolkata', 'ACTIVE', now(), now() from generate_series(1, ${WALLETS}) n`)
  await database.query(`insert into wallet (vendor_id, id, currency, low_balance_threshold, created_at, updated_at)
    select id, id, 'INR', 20000, now(), now() from vendor`)
  await database.query(`select move_money(id, now(), jsonb_build_array(jsonb_build_object('id', gen_random_uuid(),
    'type', 'CREDIT', 'amount', '1000000000000', 'key', 'opening', 'description', 'opening'))) from vendor`)
  await database.query('vacuum analyze')
}
