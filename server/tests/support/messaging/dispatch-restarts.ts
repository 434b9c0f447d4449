import { expect } from 'vitest'
import { startProduct } from '../product.ts'
import { callsOf, mostInASecond, sendingCampaign } from './dispatch.ts'
import { assertSentOnce, startDispatchProcess } from './dispatch-processes.ts'

interface Plan {
  recipients: number
  rate: number
  restarts: number
  workers: number
}

/** Sends a campaign while its workers are stopped one after the other, each after the next one has started. */
export async function sendThroughRestarts({ recipients, rate, restarts, workers }: Plan) {
  const product = await startProduct({ sandbox: true, without: ['WORKER', 'OUTBOX'] })
  const start = () => startDispatchProcess(product, { DISPATCH_RATE_PER_SECOND: String(rate) })
  const processes = await Promise.all(Array.from({ length: workers }, start))
  const { sender, campaignId } = await sendingCampaign(product, { contacts: recipients, balanceMinorUnit: 10_000_000 })
  const codes: (number | string)[] = []
  for (let n = 0; n < restarts; n++) {
    processes.push(await start())
    codes.push((await processes.shift()?.end('SIGTERM')) ?? 'nobody')
  }
  const { unknown } = await assertSentOnce(
    product,
    { vendorId: sender.vendorId, campaignId },
    { recipients, lostMax: 0 },
  )
  for (const worker of processes) codes.push(await worker.end('SIGTERM'))
  expect(codes).toEqual(codes.map(() => 0))
  return { unknown, mostInASecond: mostInASecond(await callsOf(product, campaignId)) }
}
