import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { batchSizeAt } from '../../../src/domain/messaging/sending/sending-pace.ts'
import { figuresOf } from '../money/wallets.ts'
import { startProduct } from '../product.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { sendingCampaign, statusesOf } from './dispatch.ts'
import { assertSentOnce, DISPATCH_POINTS, DISPATCH_PROCESS_ENV, startDispatchProcess } from './dispatch-processes.ts'

const UNIT = 100
const BATCHES_AT_ONCE = 16
const LIFE_MS_MAX = 1_200

interface Plan {
  recipients: number
  /** Kills at random moments, in addition to those at named points. */
  kills: number
  killsAtPoints: number
  seed: number
  rate: number
  env?: Record<string, string>
}

/** Sends a campaign while its workers are killed (-9) one after the other, at named points and at random moments. */
export async function sendWithKills({ recipients, kills, killsAtPoints, seed, rate, env = {} }: Plan) {
  const product = await startProduct({ sandbox: true, without: ['WORKER', 'OUTBOX'] })
  const balanceMinorUnit = 10_000_000
  const { sender, campaignId } = await sendingCampaign(product, { contacts: recipients, balanceMinorUnit })
  const random = seededRandom(seed)
  const startNext = (more: Record<string, string> = {}) =>
    startDispatchProcess(product, { ...DISPATCH_PROCESS_ENV, DISPATCH_RATE_PER_SECOND: String(rate), ...env, ...more })

  const plans = [
    ...Array.from({ length: killsAtPoints }, (_, n) => DISPATCH_POINTS[n % DISPATCH_POINTS.length] as string),
    ...Array.from({ length: kills }, () => undefined),
  ]
  let fired = 0
  let next = startNext(plans[0] === undefined ? {} : { CRASH_AT: plans[0] })
  for (const [n, point] of plans.entries()) {
    const doomed = await next
    const following = plans[n + 1]
    next = startNext(following === undefined ? {} : { CRASH_AT: following })
    const { QUEUED = 0 } = await statusesOf(product, campaignId)
    if (point !== undefined && QUEUED > 0) await Promise.race([doomed.exited, sleep(25_000)])
    else await sleep(random.below(LIFE_MS_MAX))
    if (point === undefined || doomed.isOver()) fired++
    await doomed.end('SIGKILL')
  }
  const survivor = await next
  const result = await assertSentOnce(
    product,
    { vendorId: sender.vendorId, campaignId },
    {
      recipients,
      lostMax: plans.length * BATCHES_AT_ONCE * batchSizeAt(rate),
    },
  )
  expect(await survivor.end('SIGTERM')).toBe(0)
  const { balance } = await figuresOf(product.deps.db, sender.vendorId)
  expect(balance, `balance of vendor ${sender.vendorId}`).toBe(BigInt(balanceMinorUnit - result.called * UNIT))
  return { ...result, fired, planned: plans.length }
}
