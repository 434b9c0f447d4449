import { expect } from 'vitest'
import { startProduct } from '../product.ts'
import { callsOf, mostInASecond, sendingCampaign } from './dispatch.ts'
import { judge, startCrewman } from './dispatch-processes.ts'

interface Plan {
  recipients: number
  rate: number
  restarts: number
  workers: number
}

/** A campaign whose senders are asked to stop, one after the other, each once the next one runs. */
export async function sendThroughRestarts({ recipients, rate, restarts, workers }: Plan) {
  const product = await startProduct({ sandbox: true, without: ['WORKER', 'OUTBOX'] })
  const start = () => startCrewman(product, { DISPATCH_RATE_PER_SECOND: String(rate) })
  const crew = await Promise.all(Array.from({ length: workers }, start))
  const { sender, campaignId } = await sendingCampaign(product, { contacts: recipients, balanceMinorUnit: 10_000_000 })
  const codes: (number | string)[] = []
  for (let n = 0; n < restarts; n++) {
    crew.push(await start())
    codes.push((await crew.shift()?.end('SIGTERM')) ?? 'nobody')
  }
  const { unknown } = await judge(product, { vendorId: sender.vendorId, campaignId }, { recipients, lostMax: 0 })
  for (const worker of crew) codes.push(await worker.end('SIGTERM'))
  expect(codes).toEqual(codes.map(() => 0))
  return { unknown, mostInASecond: mostInASecond(await callsOf(product, campaignId)) }
}
