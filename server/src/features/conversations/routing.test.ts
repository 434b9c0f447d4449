import { expect, test } from 'vitest'
import { givenCampaign } from '../../../tests/support/campaigns/campaign-rows.ts'
import { messagesOf, newSender, TWO_VARIABLES } from '../../../tests/support/campaigns/campaigns.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { knownAtProvider, untilSent } from '../../../tests/support/messaging/dispatch.ts'
import { startProduct } from '../../../tests/support/product.ts'

const SOON_MS = 20_000

test('when two vendors write to one number each reply reaches exactly one of them and shows what it answers', async () => {
  const product = await startProduct({ sandbox: true })
  const mobile = '919866000001'
  const campaignOf = async (shop: string) => {
    const contacts = [{ mobile, name: 'Asha' }]
    const sender = await newSender(product, { contacts, template: { components: TWO_VARIABLES } })
    await knownAtProvider(product, sender.templateId)
    const variables = { 1: { from: 'name' }, 2: { value: shop } }
    const id = await givenCampaign(product, sender, { variables })
    await untilSent(product, id)
    const [message] = await messagesOf(product, id)
    return { ...sender, id, wamid: message?.wamid ?? '', messageId: message?.id }
  }
  const first = await campaignOf('Pune Sweets')
  const second = await campaignOf('Delhi Tea')
  const heardBy = async (who: { token: string }) => (await product.get('/conversations', who)).body.data
  const writes = (text: string, contextId?: string) =>
    product.sandbox.post('/control/provider/inbound', { from: mobile, text, ...(contextId && { contextId }) })

  await writes('I take two', first.wamid)
  const [conversation] = await eventually(async () => {
    const heard = await heardBy(first)
    expect(heard).toHaveLength(1)
    return heard
  }, SOON_MS)
  expect(await heardBy(second)).toEqual([])
  const said = (await product.get(`/conversations/${conversation.contactId}/messages`, first)).body.data
  expect(said).toMatchObject([
    { kind: 'INBOUND', text: 'I take two', answersMessageId: first.messageId },
    {
      kind: 'CAMPAIGN',
      id: first.messageId,
      campaignId: first.id,
      text: 'Hello Asha, your order from Pune Sweets is on its way to you today.',
    },
  ])

  await writes('And who are you?')
  await eventually(async () => expect(await heardBy(second)).toMatchObject([{ unread: 1 }]), SOON_MS)
  expect(await heardBy(first)).toMatchObject([{ unread: 1 }])
})
