import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { campaignRow, launchNow, newSender } from '../support/campaigns/campaigns.ts'
import { atEnd } from '../support/cleanup.ts'
import { eventually } from '../support/eventually.ts'
import { FAULT_RUN_MS } from '../support/limits.ts'
import { knownAtProvider, statusesOf } from '../support/messaging/dispatch.ts'
import { startProduct, type TestProduct } from '../support/product.ts'
import { type ReceivedSpan, startOtlpReceiver } from '../support/services/otlp-receiver.ts'

const RECIPIENTS = 3
const MOBILE = '919812345'

let product: TestProduct
let sender: Awaited<ReturnType<typeof newSender>>
let spans: ReceivedSpan[]
let sent: string

beforeAll(async () => {
  const receiver = await startOtlpReceiver()
  atEnd(receiver.stop)
  product = await startProduct({ sandbox: true, env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url } })
  const contacts = Array.from({ length: RECIPIENTS }, (_, n) => ({ mobile: `${MOBILE}67${n}`, name: 'Asha Rao' }))
  sender = await newSender(product, { contacts })
  await knownAtProvider(product, sender.templateId)
  const { campaignId } = await launchNow(product, sender)
  await eventually(async () => {
    expect(await statusesOf(product, campaignId)).toEqual({ DELIVERED: RECIPIENTS })
    expect((await campaignRow(product, campaignId)).status).toBe('COMPLETED')
  }, 60_000)
  // Stopping sends what was recorded.
  await product.lifecycle.stop()
  ;[spans, sent] = [receiver.spans, receiver.text()]
}, FAULT_RUN_MS)

const launchSpan = () => spans.find(({ name }) => name === 'POST /api/v1/campaigns/launch') as ReceivedSpan
const inTrace = (traceId: string) => spans.filter((span) => span.traceId === traceId)
const nameOf = (spanId: string) => spans.find((span) => span.spanId === spanId)?.name ?? ''

describe('a campaign that is launched while traces are on', () => {
  test('is one trace from the request through outbox, job and provider call to the callback', () => {
    const trace = inTrace(launchSpan().traceId)
    const steps = new Set(trace.map(({ name, parentSpanId }) => `${nameOf(parentSpanId)} > ${name}`))
    const launch = launchSpan().name
    expect([...steps]).toEqual(
      expect.arrayContaining([
        ` > ${launch}`,
        `${launch} > outbox campaigns.expand`,
        'outbox campaigns.expand > job campaigns.expand',
        `${launch} > messages.send`,
        'messages.send > provider.send',
        `${launch} > messages.settle`,
      ]),
    )
    expect(trace.filter(({ parentSpanId }) => parentSpanId !== '' && nameOf(parentSpanId) === '')).toEqual([])
  })

  test('has a settlement that is linked to the webhook which brought the status updates', () => {
    const settlement = spans.find(({ name }) => name === 'messages.settle')
    const webhook = inTrace(settlement?.links[0]?.traceId ?? '').map(({ name }) => name)
    expect(webhook.sort()).toEqual(['POST /webhook/meta', 'webhook provider'])
  })

  test('leaves no name, number, address, token or path with an id in what is sent', () => {
    const { email, token, listId } = sender
    for (const secret of [MOBILE, 'Asha', email, token, '127.0.0.1', 'open again', `/${listId}`])
      expect(sent).not.toContain(secret)
    expect(launchSpan().attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/v1/campaigns/launch',
      'http.response.status_code': 200,
      'harkara.request.id': expect.any(String),
    })
  })
})

test('without an endpoint the packages are not even loaded: only the adapter names them, and it is imported on demand', () => {
  const src = fileURLToPath(new URL('../../src', import.meta.url))
  const importing = (what: RegExp) =>
    (readdirSync(src, { recursive: true, encoding: 'utf8' }) as string[])
      .filter((path) => path.endsWith('.ts') && what.test(readFileSync(join(src, path), 'utf8')))
      .sort()
  expect(importing(/from '@opentelemetry\//)).toEqual(['adapters/tracer/opentelemetry.ts'])
  expect(importing(/from '.*tracer\/opentelemetry\.ts'/)).toEqual([])
  expect(importing(/await import\('.*tracer\/opentelemetry\.ts'\)/)).toEqual(['compose.ts'])
})
