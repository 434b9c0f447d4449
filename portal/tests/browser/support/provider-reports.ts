import { expect } from 'vitest'
import { eventually } from '../../../../server/tests/support/eventually.ts'
import { callbackOf, signatureOf } from '../../../../server/tests/support/messaging/provider-callbacks.ts'
import { request } from '../../../../server/tests/support/processes/process.ts'
import { newSender, recharge } from './senders.ts'
import { type Product, waitForAdminEntry } from './steps.ts'

/** The provider says of a delivered message that it failed after all. */
export async function contradict(product: Product) {
  const api = `${product.url}/api/v1`
  const { token } = await newSender(product, 4)
  await recharge(product, token, 10_000)
  const [template] = (await request(`${api}/templates`, 'GET', undefined, token)).body.data
  const test = { mobile: '+919876543999', variables: { '1': 'Asha', '2': 'Pune' } }
  const { messageId } = (await request(`${api}/templates/${template.id}/test`, 'POST', test, token)).body
  const wamid = await eventually(async () => {
    const { body } = await request(`${api}/messages/${messageId}`, 'GET', undefined, token)
    expect(body.status).toBe('DELIVERED')
    return body.wamid as string
  }, 60_000)
  const statuses = [{ id: wamid, status: 'failed', errors: [{ code: 131026 }] }]
  await callBack(product, [{ field: 'messages', value: { statuses } }])
  await waitForAdminEntry(product, '/admin/provider/discrepancies')
}

async function callBack(product: Product, changes: { field: string; value: unknown }[]) {
  const event = JSON.stringify(callbackOf(changes))
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signatureOf(event) }
  expect((await fetch(`${product.url}/webhook/meta`, { method: 'POST', headers, body: event })).status).toBe(200)
}

/** The number is flagged, and a stranger writes to it. */
export async function reportAccount(product: Product) {
  const number = { display_phone_number: '15550783881', event: 'FLAGGED', current_limit: 'TIER_10K' }
  const message = { from: '919811199887', id: 'wamid.stranger', timestamp: '1790000000', type: 'text' }
  await callBack(product, [
    { field: 'phone_number_quality_update', value: number },
    { field: 'messages', value: { messages: [{ ...message, text: { body: 'Who is this?' } }] } },
  ])
  for (const list of ['events', 'unassigned']) await waitForAdminEntry(product, `/admin/provider/${list}`)
}
