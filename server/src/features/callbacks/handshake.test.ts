import { beforeAll, describe, expect, test } from 'vitest'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { SANDBOX_SECRETS } from '../../platform/config/config.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})

describe('the handshake', () => {
  const shake = (query: Record<string, string>, path = '/webhook/meta') =>
    product.get(`/!${path}?${new URLSearchParams(query)}`)
  const RIGHT = {
    'hub.mode': 'subscribe',
    'hub.challenge': '1158201444',
    'hub.verify_token': SANDBOX_SECRETS.PROVIDER_VERIFY_TOKEN,
  }

  test.each(['/webhook/meta', '/webhook/', '/webhook', '/api/v1/webhook/meta', '/v1/webhook/'])(
    'at %s is answered with the challenge as plain text',
    async (path) => {
      const answer = await shake(RIGHT, path)
      expect(answer).toMatchObject({ status: 200, body: '1158201444' })
      expect(answer.headers['content-type']).toMatch(/^text\/plain/)
    },
  )

  test.each<[string, Record<string, string>]>([
    ['another token', { ...RIGHT, 'hub.verify_token': 'guess' }],
    ['another mode', { ...RIGHT, 'hub.mode': 'unsubscribe' }],
    ['nothing', {}],
  ])('with %s is refused', async (_, query) => {
    expect(await shake(query)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  })
})
