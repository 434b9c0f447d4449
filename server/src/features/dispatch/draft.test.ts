import { beforeAll, expect, test } from 'vitest'
import { givenCampaign } from '../../../tests/support/campaigns/campaign-rows.ts'
import { bareSender, messagesOf } from '../../../tests/support/campaigns/campaigns.ts'
import { formOf } from '../../../tests/support/imports/imports.ts'
import { accepted, scriptedProvider, sendAll } from '../../../tests/support/messaging/dispatch.ts'
import { apiKeyOf, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { DAY_MS } from '../../domain/durations.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { ProviderRefused } from '../../ports/messaging-provider.ts'
import { readProviderState, resumeSending } from './provider/provider-state.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'], env: { DISPATCH_RATE_PER_SECOND: '10000' } })
})

const PICTURE = [
  { type: 'HEADER', format: 'IMAGE', mediaId: '00000000-0000-7000-8000-000000000001' },
  { type: 'BODY', text: 'Our shop is open again.' },
] as const

async function pictured(contacts: number, isKnown: boolean) {
  const { db, clock } = product.deps
  const sender = await bareSender(product, { contacts, template: { components: [...PICTURE] } })
  const campaignId = await givenCampaign(product, sender)
  const mediaId = newId<'media'>()
  await db.updateTable('campaign').set({ media_id: mediaId }).where('id', '=', campaignId).execute()
  const expiresAt = new Date(clock.now().getTime() + DAY_MS)
  const known = { vendor_id: sender.vendorId, media_id: mediaId, provider_media_id: '77', expires_at: expiresAt }
  if (isKnown) await db.insertInto('provider_media').values(known).execute()
  const rows = () => messagesOf(product, campaignId)
  return { ...sender, campaignId, rows, ids: (await rows()).map(({ id }) => id) }
}

test('a header picture is sent with the provider’s media id and uploaded only once', async () => {
  const { vendorId, ids } = await pictured(2, true)
  const { provider, calls } = scriptedProvider(accepted)
  const uploadMedia = () => Promise.reject(new ProviderRefused(131053, undefined, 'uploaded twice'))
  await sendAll(product.deps, vendorId, ids, { ...provider, uploadMedia })
  expect(calls.map(({ content }) => content)).toEqual(
    ids.map(() => ({
      type: 'template',
      name: expect.any(String),
      language: 'en_US',
      components: [{ type: 'header', parameters: [{ type: 'image', image: { id: '77' } }] }],
    })),
  )
})

test('a message without its header picture fails, and the provider is not called', async () => {
  const { vendorId, ids, rows } = await pictured(2, false)
  const { provider, calls } = scriptedProvider(accepted)
  await sendAll(product.deps, vendorId, ids, provider)
  expect(calls).toEqual([])
  for (const row of await rows()) expect(row).toMatchObject({ status: 'FAILED', error_code: 'MEDIA_MISSING' })
})

test.each([133010, 190])(
  'an upload that meets an error of the account (%i) stops all sending, and no message has failed',
  async (code) => {
    const { db, clock } = product.deps
    const { vendorId, campaignId, ids, rows } = await pictured(2, false)
    const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(200, 1)])
    const form = formOf([{ name: 'file', value: png, fileName: 'a.png', type: 'image/png' }])
    const headers = { 'content-type': form.contentType }
    const { body } = await product.send('POST', '/media', form.payload, {
      token: await apiKeyOf(product, vendorId),
      headers,
    })
    await db.updateTable('campaign').set({ media_id: body.id }).where('id', '=', campaignId).execute()
    const { provider, calls } = scriptedProvider(accepted)
    const uploadMedia = () => Promise.reject(new ProviderRefused(code, undefined, 'No'))
    await sendAll(product.deps, vendorId, ids, { ...provider, uploadMedia })
    expect(calls).toEqual([])
    for (const row of await rows()) expect(row).toMatchObject({ status: 'QUEUED', retry_count: 0 })
    expect(await readProviderState(db)).toMatchObject({ stoppedCode: code })
    await inTransaction(db, (tx) => resumeSending(tx, clock.now()))
    await sendAll(product.deps, vendorId, ids, provider)
    expect(calls).toHaveLength(2)
  },
)
