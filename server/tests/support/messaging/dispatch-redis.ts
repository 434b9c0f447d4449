import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { atEnd } from '../cleanup.ts'
import { startProduct } from '../product.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { startRedis } from '../services/redis.ts'
import { sendingCampaign } from './dispatch.ts'
import { assertSentOnce } from './dispatch-processes.ts'

interface Plan {
  recipients: number
  rate: number
  flushes: number
  kills: number
  seed: number
}

/**
 * Sends a campaign while Redis, which holds the queue, the locks and the limits, loses its data and is killed
 * repeatedly.
 */
export async function sendWithoutMemory({ recipients, rate, flushes, kills, seed }: Plan) {
  const redis = await startRedis()
  atEnd(() => redis.stop())
  const env = { REDIS_URL: redis.url, DISPATCH_RATE_PER_SECOND: String(rate) }
  const product = await startProduct({ sandbox: true, env })
  const { sender, campaignId } = await sendingCampaign(product, { contacts: recipients, balanceMinorUnit: 10_000_000 })
  const random = seededRandom(seed)
  const faults = Array.from({ length: flushes + kills }, (_, n) =>
    n % 2 < (kills > 0 ? 1 : 2) && n / 2 < flushes ? 'flush' : 'kill',
  )
  for (const fault of faults) {
    await sleep(200 + random.below(800))
    if (fault === 'kill') await redis.restart()
    else await flush(redis.url)
  }
  return assertSentOnce(product, { vendorId: sender.vendorId, campaignId }, { recipients, lostMax: 0 })
}

async function flush(url: string) {
  const client = new Redis(url)
  try {
    await client.flushall()
  } finally {
    client.disconnect()
  }
}
