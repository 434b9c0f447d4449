import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openPlanning, withoutStatistics } from '../../../tests/support/database/plans.ts'
import {
  givenSending,
  newPayer,
  settleDeps,
  settleUpdates,
  statusUpdate,
} from '../../../tests/support/messaging/settlement.ts'
import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'

test('in a message log without statistics each message is found by its key', async () => {
  const { db, statementsOf, planOf } = await openPlanning()
  await withoutStatistics(db, ['message'])
  const vendorId = await newPayer(db)
  await fillLog(db, vendorId, 20_000)
  const { messages } = await givenSending(db, vendorId, Array<number>(500).fill(10), { status: 'SENT' })
  const early = await givenSending(db, vendorId, Array<number>(100).fill(10))
  const stated = await statementsOf(() =>
    settleUpdates(settleDeps(db), [
      ...messages.slice(0, 400).map((message, i) => statusUpdate(message, i % 9 ? 'delivered' : 'failed')),
      ...early.messages.map((message) => statusUpdate(message, 'sent')),
    ]),
  )
  const about = stated.filter(({ sql: text }) => /\bmessage [mx]\b/.test(text))
  expect(about).toHaveLength(4)
  for (const statement of about) {
    const nodes = await planOf(statement)
    const read = nodes.filter((node) => node['Relation Name'] === 'message').map((node) => node['Node Type'])
    expect(read.filter((type) => !['ModifyTable', 'Index Scan', 'Bitmap Heap Scan'].includes(type))).toEqual([])
    const conditions = nodes.flatMap((node) => node['Index Cond'] ?? [])
    expect(conditions).toEqual([expect.stringMatching(/wamid = |vendor_id = .*\(id = |^\(id = n\.id\)$/)])
  }
})

/**
 * Other messages, long settled: few, and as wide as a row can be, so that reading them all is what a large table costs.
 */
const fillLog = (db: Db, vendorId: VendorId, count: number) =>
  sql`
    insert into message (vendor_id, id, kind, mobile_hash, country_code, category, cost_minor_unit, status, settled_as,
        is_counted, wamid, due_at, created_at, content_cipher)
    select ${vendorId}, gen_random_uuid(), 'TEST', sha256(n::text::bytea), 'IN', 'UTILITY', 0, 'DELIVERED', 'CAPTURED', true,
        case when n % 10 > 0 then 'wamid.' || n end, now(), now(), repeat('x', 1700)::bytea
      from generate_series(1, ${count}) n`.execute(db)
