import { expect } from 'vitest'
import { eventually } from '../../../../server/tests/support/eventually.ts'
import { request } from '../../../../server/tests/support/processes/process.ts'
import { askForCode, newAddress, OPERATOR, PASSWORD, type Product } from './steps.ts'

export type Sender = Awaited<ReturnType<typeof newSender>>

/** A company with a plan, an approved template and a list of so many people, of whom one has no city; its wallet is empty. */
export async function newSender(product: Product, people: number) {
  const email = newAddress()
  const api = `${product.url}/api/v1`
  const otp = await askForCode(product, email)
  const verified = await request(`${api}/auth/verify-otp`, 'POST', { email, otp })
  const token: string = verified.body.accessToken
  const post = async (path: string, body: object) => (await request(`${api}${path}`, 'POST', body, token)).body
  await pay(product, await post('/billing/onboarding/create-order', { plan: 'SMB', cycle: 'MONTHLY' }))
  const contacts = Array.from({ length: people }, (_, i) => ({
    mobile: `+9198765${String(43_000 + i)}`,
    name: `Customer ${i + 1}`,
    labels: i < 3 ? ['Customers', 'Best'] : ['Customers'],
    attributes: i === 0 ? {} : { city: 'Pune' },
  }))
  await post('/contacts/bulk', { contacts })
  for (const name of ['Customers', 'Best']) await post('/contact-lists', { name, labels: [name] })
  const body = 'Hello {{1}}, this week everything in our shop in {{2}} costs a tenth less.'
  const { id } = await post('/templates', { name: 'autumn_offer', category: 'MARKETING', language: 'en', body })
  await eventually(async () => {
    const template = await request(`${api}/templates/${id}`, 'GET', undefined, token)
    const plan = await request(`${api}/billing/subscription`, 'GET', undefined, token)
    if (template.body.status !== 'APPROVED' || plan.status !== 200) throw new Error('not ready yet')
  }, 60_000)
  return { email, password: PASSWORD, token }
}

export async function recharge(product: Product, token: string, amountMinorUnit: number) {
  const api = `${product.url}/api/v1`
  const balance = async () => (await request(`${api}/wallet/balance`, 'GET', undefined, token)).body.balanceMinorUnit
  const before = await balance()
  const { body } = await request(`${api}/billing/wallet/create-order`, 'POST', { amountMinorUnit }, token)
  await pay(product, body)
  await eventually(async () => expect(await balance()).toBe(before + amountMinorUnit), 60_000)
}

const pay = ({ sandboxUrl }: Product, { gatewayOrderId }: { gatewayOrderId: string }) =>
  request(`${sandboxUrl}/control/gateway/orders/${gatewayOrderId}/pay`, 'POST')

/** Pauses all campaigns of the vendor. */
export async function suspendForAMoment({ url }: Product, sender: Sender) {
  const call = async (method: string, path: string, body?: object, token?: string) =>
    (await request(`${url}/api/v1${path}`, method, body, token)).body
  const { id } = await call('GET', '/vendor/me', undefined, sender.token)
  const { accessToken } = await call('POST', '/auth/login', OPERATOR)
  await call('POST', `/admin/vendors/${id}/suspend`, { reason: 'A question' }, accessToken)
  await call('POST', `/admin/vendors/${id}/unsuspend`, undefined, accessToken)
}
