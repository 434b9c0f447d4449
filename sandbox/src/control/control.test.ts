import { expect, test } from 'vitest'
import { SECRET, useSandbox } from '../../tests/support/sandbox.ts'
import { secretHint } from '../http/signature.ts'
import type { ControlRoute } from './control-route.ts'

const box = useSandbox()

test('the index names every control route of the contract', async () => {
  const { routes } = (await box.get('/control')).json as { routes: ControlRoute[] }
  expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    [
      'GET /control',
      'GET /control/info',
      'GET /control/mail',
      'DELETE /control/mail',
      'GET /control/clock',
      'POST /control/clock',
      'GET /control/product',
      'PUT /control/product',
      'GET /control/provider',
      'PUT /control/provider',
      'GET /control/provider/messages',
      'POST /control/provider/inbound',
      'POST /control/provider/preferences',
      'POST /control/provider/templates',
      'PUT /control/rates',
      'GET /control/gateway',
      'PUT /control/gateway',
      'POST /control/gateway/orders/:id/pay',
      'POST /control/gateway/orders/:id/fail',
      'POST /control/gateway/subscriptions/:id/charge',
      'POST /control/gateway/subscriptions/:id/pending',
      'POST /control/gateway/subscriptions/:id/halt',
      'POST /control/gateway/refunds/:id/process',
      'POST /control/gateway/refunds/:id/fail',
      'POST /control/gateway/webhooks/:id/redeliver',
    ].sort(),
  )
})

test('every example of the index is valid for its route', async () => {
  const { routes } = (await box.get('/control')).json as { routes: ControlRoute[] }
  const examples = routes.filter(({ example }) => example !== undefined)
  expect(examples.length).toBeGreaterThan(2)
  for (const { method, path, example } of examples) {
    // 404: it names something of its kind that this sandbox does not have.
    expect([200, 404, 503]).toContain((await box.send(method, path, example)).status)
  }
})

test('a second product process gets both addresses and a hint of the secret', async () => {
  const { json } = await box.get('/control/info')
  expect(json).toEqual({
    name: 'harkara-sandbox',
    url: box.url(),
    smtpUrl: box.smtpUrl(),
    secretHint: secretHint(SECRET),
  })
  expect(json.secretHint).toMatch(/^[0-9a-f]{12}$/)
})

test('healthz answers as soon as the port is open', async () => {
  expect((await box.get('/healthz')).json).toEqual({ status: 'ok', name: 'harkara-sandbox' })
})
