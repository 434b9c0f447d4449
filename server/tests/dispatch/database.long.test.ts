import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { migrate } from '../../src/platform/db/migrations/migrate.ts'
import { sendingCampaign, statusesOf } from '../support/messaging/dispatch.ts'
import { assertSentOnce } from '../support/messaging/dispatch-processes.ts'
import { startProduct } from '../support/product.ts'
import { seededRandom } from '../support/random/seeded-random.ts'
import { begin, cleanUp, killDatabase, makeTempDir } from '../support/services/embedded.ts'

afterEach(cleanUp)

const RESTARTS = 100
const RECIPIENTS = 2_000
/** Batches at once times messages a batch: what a lost commit can leave claimed and never called for. */
const IN_FLIGHT_MAX = 16

test('PostgreSQL killed -9 a hundred times during a running campaign: no recipient is sent to twice, none is left out', async () => {
  const dir = await makeTempDir('dispatch crash')
  let database = await begin(dir, { isDurable: true })
  await migrate(database.url)
  const env = { DATABASE_URL: database.url, DISPATCH_RATE_PER_SECOND: '10', SENDING_LEASE_SECONDS: '3' }
  const product = await startProduct({ sandbox: true, env })
  const { sender, campaignId } = await sendingCampaign(product, { contacts: RECIPIENTS, balanceMinorUnit: 10_000_000 })
  const random = seededRandom(20_261_115)
  let fired = 0
  for (; fired < RESTARTS; fired++) {
    await sleep(500 + random.below(1_500))
    const { QUEUED = 0 } = await statusesOf(product, campaignId)
    if (QUEUED === 0) break
    await killDatabase(dir)
    await database.end().catch(() => {})
    database = await begin(dir, { isDurable: true })
  }
  expect(fired).toBeGreaterThanOrEqual(RESTARTS * 0.9)
  const lostMax = fired * IN_FLIGHT_MAX
  await assertSentOnce(
    product,
    { vendorId: sender.vendorId, campaignId },
    { recipients: RECIPIENTS, lostMax, withinMs: 600_000 },
  )
}, 1_800_000)
