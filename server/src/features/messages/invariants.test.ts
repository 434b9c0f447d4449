import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database/open-database.ts'
import {
  givenSending,
  givenSingles,
  newPayer,
  settleDeps,
  settleUpdates,
  statusUpdate,
} from '../../../tests/support/messaging/settlement.ts'
import type { VendorId } from '../../domain/ids.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/db.ts'
import { checkAll } from '../invariants/check.ts'

let db: Db
let vendorId: VendorId
let campaignId: string
beforeAll(async () => {
  db = await openTestDatabase(2)
  vendorId = await newPayer(db)
  const sending = await givenSending(db, vendorId, [10, 20, 30, 40])
  campaignId = sending.campaignId
  const singles = await givenSingles(db, vendorId, [7, 7, 7], { category: 'UTILITY' })
  await settleUpdates(settleDeps(db), [
    ...sending.messages.slice(0, 3).map((message, i) => statusUpdate(message, i === 0 ? 'failed' : 'sent')),
    ...singles.slice(0, 2).map((message) => statusUpdate(message, 'delivered')),
  ])
})

const FLIGHT =
  'the wallet covers the messages outside campaigns that are under way, and keeps exactly what they will cost'
const HOLD = 'the hold of each campaign used up what its delivered messages cost and gave back what the others cost'
const ONCE = 'a message is charged once and refunded once at most, for what it cost and as its row says'
const COUNTED = 'a message counts as a conversation exactly while it is paid for'
const ASIDE = 'a plan has as many conversations set aside as its campaigns may still need'

const message = (change: string, which: string) =>
  `update message set ${change} where id = (select id from message where ${which} order by id limit 1)`
const ofCampaign = (which: string) => `campaign_id = :c and ${which}`

test('unchanged data has no violations', async () => {
  expect(await checkAll(db)).toEqual([])
})

test.each([
  ['update wallet set in_flight_minor_unit = in_flight_minor_unit + 1', [FLIGHT]],
  [message("status = 'QUEUED'", "campaign_id is null and status = 'SENDING'"), [FLIGHT]],
  [message('cost_minor_unit = cost_minor_unit + 1', ofCampaign("status = 'SENT'")), [HOLD]],
  [message('settled_as = null, is_counted = false', ofCampaign("status = 'SENT'")), [HOLD, ASIDE]],
  [
    message("settled_as = 'CAPTURED', is_counted = true, status = 'SENT'", ofCampaign("status = 'SENDING'")),
    [HOLD, ASIDE],
  ],
  [
    message("status = 'SENT', settled_as = 'CAPTURED', is_counted = true", ofCampaign("status = 'FAILED'")),
    [HOLD, ONCE],
  ],
  ['update campaign set billing_closed_at = now()', [HOLD, ASIDE]],
  [message('cost_minor_unit = cost_minor_unit + 1', "campaign_id is null and status = 'DELIVERED'"), [ONCE]],
  [message('is_counted = false', "status = 'DELIVERED'"), [COUNTED]],
  [message("status = 'FAILED'", ofCampaign("status = 'SENDING'")), [COUNTED]],
  [message("status = 'QUEUED'", ofCampaign("status = 'SENT'")), [COUNTED]],
  ['update subscription set conversations_reserved = conversations_reserved + 1', [ASIDE]],
  ['update subscription set conversations_reserved = conversations_reserved - 1', [ASIDE]],
] as const)('%s breaks just what it should', async (harm, expected) => {
  const seen: string[][] = []
  const body = async (tx: Tx) => {
    await sql.raw(harm.replaceAll(':c', `'${campaignId}'`)).execute(tx)
    const broken = await checkAll(tx)
    seen.push(broken.map(({ invariant }) => invariant))
    expect(JSON.stringify(broken)).toContain(vendorId)
    throw new Error('taken back')
  }
  await expect(inTransaction(db, body)).rejects.toThrow('taken back')
  expect(seen).toEqual([expected])
})
