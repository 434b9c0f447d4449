import { expect } from 'vitest'
import { SANDBOX_SECRETS } from '../../../src/platform/config/config.ts'
import { eventually } from '../eventually.ts'
import type { Answer, TestProduct } from '../product.ts'
import { signatureOf } from './provider-callbacks.ts'

const SOON_MS = 20_000

let counter = 0
export const newTemplateName = () => `order_update_${process.pid}_${++counter}`

/** A short template that passes every rule. */
export const shortTemplate = (change: object = {}) => ({
  name: newTemplateName(),
  category: 'UTILITY',
  language: 'en_US',
  body: 'Hello {{1}}, your order {{2}} is on its way to you today.',
  ...change,
})

export async function createTemplate(product: TestProduct, token: string, body: object = shortTemplate()) {
  const answer = await product.post('/templates', body, { token })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}

export const readTemplate = async (product: TestProduct, token: string, id: string) =>
  (await product.get(`/templates/${id}`, { token })).body

export const untilTemplate = (product: TestProduct, token: string, id: string, wanted: object) =>
  eventually(async () => {
    const template = await readTemplate(product, token, id)
    expect(template).toMatchObject(wanted)
    return template
  }, SOON_MS)

/** The templates at the provider, by name. */
async function atProvider(product: TestProduct) {
  const { PROVIDER_WABA_ID, PROVIDER_TOKEN } = SANDBOX_SECRETS
  const response = await fetch(`${product.sandbox.url}/v18.0/${PROVIDER_WABA_ID}/message_templates`, {
    headers: { authorization: `Bearer ${PROVIDER_TOKEN}` },
  })
  // biome-ignore lint/suspicious/noExplicitAny: looked at as it comes
  return ((await response.json()) as { data: any[] }).data
}

/** The provider's templates that correspond to a vendor's template. */
export const twinsOf = async (product: TestProduct, name: string) =>
  (await atProvider(product)).filter((template) => new RegExp(`^h\\d+_${name}$`).test(template.name))

/** Sends a callback like the provider, with the correct signature unless one is given. */
export const callBack = (
  product: Pick<TestProduct, 'send'>,
  body: string | Buffer,
  headers: Record<string, string> = { 'x-hub-signature-256': signatureOf(body) },
  path = '/webhook/meta',
): Promise<Answer> =>
  product.send('POST', `/!${path}`, body, { headers: { 'content-type': 'application/json', ...headers } })
