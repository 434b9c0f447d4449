import { beforeAll, describe, expect, test } from 'vitest'
import { atEnd } from '../../../tests/support/cleanup.ts'
import { type CallbackFormat, CLOUD_API_FORMAT } from '../../../tests/support/messaging/cloud-api-callbacks.ts'
import { type SandboxClient, startTestSandbox } from '../../../tests/support/services/sandbox.ts'
import { readSettings } from '../../platform/config/config.ts'
import {
  type MessagingProvider,
  type ProviderCallbacks,
  ProviderRefused,
  ProviderUnavailable,
} from '../../ports/messaging-provider.ts'
import { cloudApiProvider } from './cloud-api.ts'
import { cloudApiCallbacks } from './cloud-api-callbacks.ts'

const SETTINGS = readSettings({ NODE_ENV: 'test' })
let sandbox: SandboxClient
let provider: MessagingProvider

beforeAll(async () => {
  const started = await startTestSandbox(SETTINGS)
  atEnd(started.stop)
  sandbox = started
  provider = open({ baseUrl: sandbox.url })
})

function open(change: { baseUrl: string; token?: string }) {
  const opened = cloudApiProvider({
    version: 'v18.0',
    token: SETTINGS.PROVIDER_TOKEN,
    phoneNumberId: SETTINGS.PROVIDER_PHONE_NUMBER_ID,
    wabaId: SETTINGS.PROVIDER_WABA_ID,
    appId: SETTINGS.PROVIDER_APP_ID,
    appSecret: SETTINGS.PROVIDER_APP_SECRET,
    verifyToken: SETTINGS.PROVIDER_VERIFY_TOKEN,
    ...change,
  })
  atEnd(opened.close)
  return opened
}

let counter = 0
const newTemplate = () => ({
  name: `hello_${++counter}`,
  language: 'en_US',
  category: 'MARKETING' as const,
  parameterFormat: 'POSITIONAL' as const,
  components: [{ type: 'BODY', text: 'Hello {{1}}, welcome', example: { body_text: [['Asha']] } }],
})
const truth = async () => (await sandbox.get('/control/provider/messages')).body.messages

async function approved() {
  const template = newTemplate()
  const { providerId } = await provider.createTemplate(template)
  await expect
    .poll(async () => (await provider.send(message(template.name))).kind, { timeout: 10_000 })
    .toBe('accepted')
  return { ...template, providerId }
}
const message = (name: string, values = ['Asha']) => ({
  to: '+919876543210',
  reference: 'our-message-id',
  content: {
    type: 'template' as const,
    name,
    language: 'en_US',
    components: [{ type: 'body', parameters: values.map((text) => ({ type: 'text', text })) }],
  },
})

describe('templates', () => {
  test('are created with an id, a status and the category that determines the price', async () => {
    const receipt = await provider.createTemplate(newTemplate())
    expect(receipt).toEqual({ providerId: expect.stringMatching(/^\d+$/), status: 'PENDING', category: 'MARKETING' })
  })

  test('that are rejected throw the provider’s message for users', async () => {
    const template = { ...newTemplate(), components: [{ type: 'BODY', text: '{{1}} hello', example: {} }] }
    const error = await provider.createTemplate(template).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(ProviderRefused)
    expect(error).toMatchObject({ code: 100, subcode: 2388299, message: expect.stringContaining('start or end') })
  })

  test('that were rejected can be replaced, and are reviewed again', async () => {
    await sandbox.put('/control/provider', { templateVerdict: 'REJECTED' })
    const template = newTemplate()
    const { providerId } = await provider.createTemplate(template)
    const status = async () => (await provider.findTemplate(template.name, 'en_US'))?.status
    await expect.poll(status, { timeout: 10_000 }).toBe('REJECTED')
    await sandbox.put('/control/provider', { templateVerdict: 'APPROVED' })
    await provider.editTemplate(providerId, { ...template, category: 'UTILITY' })
    await expect.poll(status, { timeout: 10_000 }).toBe('APPROVED')
    expect(await provider.findTemplate(template.name, 'en_US')).toMatchObject({ providerId, category: 'UTILITY' })
    await expect(provider.editTemplate('1234', template)).rejects.toBeInstanceOf(ProviderRefused)
  })

  test('are found by their full name and language', async () => {
    const template = newTemplate()
    await provider.createTemplate({ ...template, name: `${template.name}_more` })
    expect(await provider.findTemplate(template.name, 'en_US')).toBeUndefined()
    const receipt = await provider.createTemplate(template)
    expect(await provider.findTemplate(template.name, 'hi')).toBeUndefined()
    expect(await provider.findTemplate(template.name, 'en_US')).toMatchObject({ providerId: receipt.providerId })
  })

  test('can be deleted idempotently', async () => {
    const template = newTemplate()
    const { providerId } = await provider.createTemplate(template)
    await provider.deleteTemplate(template.name, providerId)
    await provider.deleteTemplate(template.name, providerId)
    await provider.createTemplate(template)
  })

  test('an outage is distinguished from a rejection', async () => {
    const unreachable = open({ baseUrl: 'http://127.0.0.1:1' })
    await expect(unreachable.createTemplate(newTemplate())).rejects.toBeInstanceOf(ProviderUnavailable)
  })
})

describe('messages', () => {
  test('are sent with our id and return the provider’s', async () => {
    const { name } = await approved()
    const outcome = await provider.send(message(name))
    expect(outcome).toMatchObject({ kind: 'accepted', wamid: expect.stringMatching(/^wamid\./), isHeld: false })
    expect((await truth()).at(-1)).toMatchObject({ to: '919876543210', biz_opaque_callback_data: 'our-message-id' })
  })

  test('that the provider rejects have its error code, whatever the HTTP status', async () => {
    expect(await provider.send(message('no_such_template'))).toMatchObject({ kind: 'refused', code: 132001 })
    const { name } = await approved()
    expect(await provider.send(message(name, []))).toMatchObject({ kind: 'refused', code: 132000 })
    const stranger = open({ baseUrl: sandbox.url, token: 'another' })
    expect(await stranger.send(message(name))).toMatchObject({ kind: 'refused', code: 190 })
  })

  test('whose response was lost are unknown: they may have been sent', async () => {
    const { name } = await approved()
    const before = (await truth()).length
    await sandbox.put('/control/provider', { dropReplyRate: 1 })
    expect(await provider.send(message(name))).toEqual({ kind: 'unknown' })
    await sandbox.put('/control/provider', { dropReplyRate: 0 })
    expect((await truth()).length).toBe(before + 1)
  })

  test('without a connection were not sent', async () => {
    expect(await open({ baseUrl: 'http://127.0.0.1:1' }).send(message('x'))).toEqual({ kind: 'not-sent' })
    expect(await open({ baseUrl: 'http://no-such-host.invalid' }).send(message('x'))).toEqual({ kind: 'not-sent' })
  })
})

test('files get an id for messages and a handle for templates', async () => {
  const file = { contentType: 'image/png', fileName: 'a.png', bytes: Buffer.from('not really a picture') }
  expect((await provider.uploadMedia(file)).mediaId).toMatch(/^\d+$/)
  expect((await provider.uploadExample(file)).handle).toMatch(/^4::/)
})

/** Every adapter that reads callbacks, with its format. */
const CALLBACK_ADAPTERS: { name: string; callbacks: ProviderCallbacks; format: CallbackFormat }[] = [
  {
    name: 'Cloud API',
    callbacks: cloudApiCallbacks({
      appSecret: SETTINGS.PROVIDER_APP_SECRET,
      verifyToken: SETTINGS.PROVIDER_VERIFY_TOKEN,
    }),
    format: CLOUD_API_FORMAT,
  },
]

describe.each(CALLBACK_ADAPTERS)('callbacks of the $name', ({ callbacks, format }) => {
  const RECEIVED_AT = new Date('2026-11-17T09:30:00Z')
  const samples = Object.values(format.samples)

  test('are accepted with the signature of the provider', () => {
    for (const { body } of samples) expect(callbacks.verifyCallback(body, format.sign(body))).toBe(true)
  })

  test('are refused without a signature, with a forged one and with a changed body', () => {
    for (const { body } of samples) {
      for (const headers of format.forgeries(body)) expect(callbacks.verifyCallback(body, headers)).toBe(false)
      expect(callbacks.verifyCallback(Buffer.concat([body, Buffer.from('\n')]), format.sign(body))).toBe(false)
    }
  })

  test.each(samples)('report $event.kind', ({ body, event }) => {
    expect(callbacks.readCallback(body, RECEIVED_AT)).toEqual({ events: [event], hasUnreadable: false })
  })

  test('with items that cannot be read say so and report the others, in order', () => {
    const read = callbacks.readCallback(format.damaged.body, RECEIVED_AT)
    expect(read?.hasUnreadable).toBe(true)
    expect(read?.events.map(({ kind }) => kind)).toEqual(format.damaged.kinds)
  })

  test('may contain fields that are not known', () => {
    expect(callbacks.readCallback(format.unknown, RECEIVED_AT)).toEqual({ events: [], hasUnreadable: false })
  })

  test('that are malformed are distinguished', () => {
    for (const body of format.malformed) expect(callbacks.readCallback(body, RECEIVED_AT)).toBeUndefined()
  })

  test('are confirmed for a caller with the verify token, and for no other', () => {
    expect(callbacks.answerHandshake(format.handshake.query)).toBe(format.handshake.answer)
    for (const query of format.handshake.refused) expect(callbacks.answerHandshake(query)).toBeUndefined()
  })
})
