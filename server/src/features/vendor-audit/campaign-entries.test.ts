import { beforeAll, expect, test } from 'vitest'
import { launchBody, newSender, type Sender } from '../../../tests/support/campaigns/campaigns.ts'
import { startQuoting } from '../../../tests/support/campaigns/quotations.ts'
import type { TestProduct } from '../../../tests/support/product.ts'
import { DAY_MS } from '../../domain/durations.ts'

let product: TestProduct
let sender: Sender
beforeAll(async () => {
  product = await startQuoting({ without: ['WORKER', 'OUTBOX'] })
  sender = await newSender(product)
})

const act = (campaignId: string, what: string) =>
  product.post(`/campaigns/${campaignId}/${what}`, undefined, { token: sender.token })
const launch = async (more: object) =>
  (await product.post('/campaigns/launch', launchBody(sender, more), { token: sender.token })).body.campaignId
const entriesOf = async (campaignId: string) =>
  (await product.get('/vendor/audit?pageSize=100', { token: sender.token })).body.data.filter(
    ({ subjectId }: { subjectId: string }) => subjectId === campaignId,
  )

test('a launch and each decision about the campaign are recorded once, refused ones not at all', async () => {
  const id = await launch({ name: 'Diwali' })
  for (const what of ['pause', 'pause', 'resume', 'resume', 'cancel', 'cancel', 'pause']) await act(id, what)
  expect((await product.get(`/campaigns/${id}/report`, { token: sender.token })).status).toBe(200)
  const entries = await entriesOf(id)
  expect(entries.map(({ action }: { action: string }) => action).reverse()).toEqual([
    'CAMPAIGN_LAUNCHED',
    'CAMPAIGN_PAUSED',
    'CAMPAIGN_RESUMED',
    'CAMPAIGN_CANCELLED',
    'CAMPAIGN_REPORT_EXPORTED',
  ])
  expect(entries.at(-1)).toMatchObject({
    actor: { type: 'MEMBER', name: sender.email },
    details: { name: 'Diwali', recipients: 3 },
  })
})

test('a scheduled campaign is recorded as scheduled, and a refused launch leaves no entry', async () => {
  const scheduledAt = new Date(product.deps.clock.now().getTime() + DAY_MS).toISOString()
  const id = await launch({ name: 'Later', scheduledAt })
  expect(await entriesOf(id)).toMatchObject([{ action: 'CAMPAIGN_SCHEDULED', details: { name: 'Later' } }])
  const poor = await newSender(product, { balanceMinorUnit: 1 })
  expect((await product.post('/campaigns/launch', launchBody(poor), { token: poor.token })).status).toBe(402)
  const { data } = (await product.get('/vendor/audit?action=CAMPAIGN_LAUNCHED', { token: poor.token })).body
  expect(data).toEqual([])
})
