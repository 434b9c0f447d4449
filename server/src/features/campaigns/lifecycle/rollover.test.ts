import { sql as raw } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { bareSender, messagesOf } from '../../../../tests/support/campaigns/campaigns.ts'
import { launchBare } from '../../../../tests/support/campaigns/launched.ts'
import { startQuoting } from '../../../../tests/support/campaigns/quotations.ts'
import type { TestProduct } from '../../../../tests/support/product.ts'
import { seededRandom } from '../../../../tests/support/random/seeded-random.ts'
import { settleStatusUpdates } from '../../messages/settlement/settle-status-updates.ts'
import { expandCampaign } from '../launch/expand.ts'

/** Each run sends another share of the messages before the month ends. */
const RUNS = 4
const SEED = 20_265

let product: TestProduct
beforeAll(async () => {
  product = await startQuoting({ without: ['WORKER', 'OUTBOX'] })
})

test(`when a month ends during a campaign each message counts in one of the two, and the reservation continues (seed ${SEED})`, async () => {
  const { below } = seededRandom(SEED)
  for (let run = 0; run < RUNS; run++) await expectEachCountedOnce(20, below(21))
})

async function expectEachCountedOnce(contacts: number, before: number) {
  const { deps } = product
  const sender = await bareSender(product, { contacts })
  const { campaignId } = await launchBare(product, sender)
  await expandCampaign(deps, sender.vendorId, campaignId)
  await deps.db
    .updateTable('message')
    .set({ status: 'SENDING', wamid: raw`'wamid.' || id` })
    .where('campaign_id', '=', campaignId)
    .execute()
  const plan = () =>
    deps.db.selectFrom('subscription').selectAll().where('vendor_id', '=', sender.vendorId).executeTakeFirstOrThrow()
  const { cap_reset_date: monthEnds } = await plan()
  const wamids = (await messagesOf(product, campaignId)).map(({ wamid }) => wamid as string)
  const delivered = (some: readonly string[], at: Date) =>
    settleStatusUpdates(
      { ...deps, clock: { ...deps.clock, now: () => at } },
      some.map((wamid) => ({ wamid, status: 'delivered', at })),
    )

  await delivered(wamids.slice(0, before), new Date(monthEnds.getTime() - 1_000))
  expect(await plan()).toMatchObject({
    conversations_used: BigInt(before),
    conversations_reserved: BigInt(contacts - before),
  })
  // The provider repeats the updates of the old month.
  await delivered(wamids, new Date(monthEnds.getTime() + 1_000))
  const afterwards = before === contacts ? before : contacts - before
  expect(await plan()).toMatchObject({ conversations_used: BigInt(afterwards), conversations_reserved: 0n })
}
