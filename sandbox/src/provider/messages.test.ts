import { beforeEach, describe, expect, test } from 'vitest'
import { listenCallbacks } from '../../tests/support/callbacks.ts'
import { useSandbox } from '../../tests/support/sandbox.ts'

const SECRET = 'app-secret'
const box = useSandbox({
  PROVIDER_TOKEN: 'token',
  PROVIDER_APP_SECRET: SECRET,
  PROVIDER_PHONE_NUMBER_ID: '111',
  PROVIDER_WABA_ID: '222',
})
const TOKEN = { authorization: 'Bearer token' }
const post = (path: string, body: unknown) => box.send('POST', `/v18.0${path}`, body, TOKEN)
const script = (change: object) => box.send('PUT', '/control/provider', change)
const accepted = async () => (await box.get('/control/provider/messages')).json.messages

const TEMPLATE = {
  name: 'hello',
  language: 'en_US',
  category: 'MARKETING',
  components: [{ type: 'BODY', text: 'Hello {{1}}, welcome', example: { body_text: [['Asha']] } }],
}
const message = (values: string[] = ['Ängström/Ж'], more: object = {}) => ({
  messaging_product: 'whatsapp',
  to: '+919876543210',
  type: 'template',
  template: {
    name: 'hello',
    language: { code: 'en_US' },
    components: [{ type: 'body', parameters: values.map((text) => ({ type: 'text', text })) }],
  },
  biz_opaque_callback_data: 'our-id',
  ...more,
})

async function approved() {
  const product = await listenCallbacks(SECRET)
  await box.register(product.url)
  await post('/222/message_templates', TEMPLATE)
  await expect.poll(() => product.callbacks.length, { timeout: 5_000 }).toBe(1)
  return product
}

describe('a template', () => {
  test('is pending first, approved a moment later, and reported with an integer id and a hyphenated language', async () => {
    const product = await listenCallbacks(SECRET)
    await box.register(product.url)
    const created = await post('/222/message_templates', TEMPLATE)
    expect(created).toMatchObject({ status: 200, json: { status: 'PENDING', category: 'MARKETING' } })
    expect((await post('/111/messages', message())).json.error.code).toBe(132001)
    await expect.poll(() => product.callbacks.length, { timeout: 5_000 }).toBe(1)
    expect(product.callbacks[0]).toMatchObject({
      isSigned: true,
      change: {
        field: 'message_template_status_update',
        value: {
          event: 'APPROVED',
          message_template_id: Number(created.json.id),
          message_template_language: 'en-US',
        },
      },
    })
    expect((await box.get('/v18.0/222/message_templates', TOKEN)).json.data).toHaveLength(1)
  })

  test.each([
    [{ name: 'Not Valid' }, 2388040],
    [{ components: [{ type: 'BODY', text: '{{1}} hello', example: {} }] }, 2388299],
    [{ components: [{ type: 'BODY', text: 'x'.repeat(1_025) }] }, 2388072],
    [{ components: [{ type: 'BODY', text: 'Hello {{1}}, you' }] }, 2388043],
  ])('that breaks a rule (%j) is refused with the number of the rule', async (change, subcode) => {
    const answer = await post('/222/message_templates', { ...TEMPLATE, ...change })
    expect(answer).toMatchObject({ status: 400, json: { error: { code: 100, error_subcode: subcode } } })
    expect(answer.json.error.error_user_msg).toMatch(/\w/)
  })

  test('exists once in a language', async () => {
    await post('/222/message_templates', TEMPLATE)
    expect((await post('/222/message_templates', TEMPLATE)).json.error.error_subcode).toBe(2388024)
    expect((await post('/222/message_templates', { ...TEMPLATE, language: 'hi' })).status).toBe(200)
  })

  test('is rejected when the script says so', async () => {
    const product = await listenCallbacks(SECRET)
    await box.register(product.url)
    await script({ templateVerdict: 'REJECTED' })
    await post('/222/message_templates', TEMPLATE)
    await expect.poll(() => product.callbacks[0]?.change.value.event, { timeout: 5_000 }).toBe('REJECTED')
  })
})

describe('a message', () => {
  let product: Awaited<ReturnType<typeof listenCallbacks>>
  beforeEach(async () => {
    product = await approved()
  })

  test('is accepted, logged, and reported as sent and then delivered, in signed and escaped bytes', async () => {
    const answer = await post('/111/messages', message())
    expect(answer.json).toMatchObject({
      contacts: [{ wa_id: '919876543210' }],
      messages: [{ message_status: 'accepted' }],
    })
    const wamid = answer.json.messages[0].id
    expect(await accepted()).toMatchObject([{ wamid, to: '919876543210', biz_opaque_callback_data: 'our-id' }])
    await expect.poll(() => product.statuses().map(({ status }) => status), { timeout: 5_000 }).toContain('delivered')
    expect(product.statuses()[0]).toMatchObject({
      id: wamid,
      status: 'sent',
      timestamp: expect.stringMatching(/^\d+$/),
      biz_opaque_callback_data: 'our-id',
      pricing: { category: 'marketing', type: 'regular' },
    })
    expect(product.callbacks.every(({ isSigned }) => isSigned)).toBe(true)
  })

  test('from a contact arrives with \\u and \\/ escapes, and opens the reply window', async () => {
    const text = { messaging_product: 'whatsapp', to: '+919876543210', type: 'text', text: { body: 'Hi' } }
    await post('/111/messages', text)
    await expect.poll(() => product.statuses()[0]?.errors?.[0]?.code, { timeout: 5_000 }).toBe(131047)
    await box.send('POST', '/control/provider/inbound', { from: '919876543210', text: 'नमस्ते a/b' })
    await expect.poll(() => product.callbacks.at(-1)?.change.value.messages?.[0]?.text.body).toBe('नमस्ते a/b')
    expect(product.callbacks.at(-1)?.raw).toMatch(/\\u0928/)
    expect(product.callbacks.at(-1)?.raw).toContain('a\\/b')
    expect(product.callbacks.at(-1)?.isSigned).toBe(true)
    await post('/111/messages', text)
    await expect.poll(() => product.statuses().map(({ status }) => status), { timeout: 5_000 }).toContain('delivered')
  })

  test.each([
    [message([]), 132000],
    [message(['a', 'b']), 132000],
    [message(['']), 132012],
    [message(['a\nb']), 132012],
    [message(['a'], { to: 'not a number' }), 131009],
    [message(['a'], { messaging_product: 'sms' }), 100],
    [message(['a'], { template: { name: 'other', language: { code: 'en_US' } } }), 132001],
  ])('that is wrong (%#) is refused by its code and not logged', async (body, code) => {
    expect((await post('/111/messages', body)).json.error.code).toBe(code)
    expect(await accepted()).toEqual([])
  })

  test('beyond the rate is refused with 130429 and status 400', async () => {
    await script({ maxPerSecond: 3 })
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('/111/messages', message())))
    const refused = answers.filter(({ status }) => status === 400)
    expect(refused.every(({ json }) => json.error.code === 130429)).toBe(true)
    expect(await accepted()).toHaveLength(10 - refused.length)
    expect(refused.length).toBeGreaterThanOrEqual(1)
  })

  test('fails as scripted: immediately, or in a callback after being accepted', async () => {
    await script({ failRate: 1, failCode: 131026 })
    expect((await post('/111/messages', message())).json.error.code).toBe(131026)
    await script({ failAsync: true })
    expect((await post('/111/messages', message())).status).toBe(200)
    await expect
      .poll(() => product.statuses(), { timeout: 5_000 })
      .toMatchObject([{ status: 'failed', errors: [{ code: 131026 }] }])
  })

  test('whose response is dropped was still accepted', async () => {
    await script({ dropReplyRate: 1 })
    await expect(post('/111/messages', message())).rejects.toThrow()
    expect(await accepted()).toHaveLength(1)
  })

  test('may be reported before the response', async () => {
    await script({ callbackBeforeReply: true })
    await post('/111/messages', message())
    expect(product.statuses().map(({ status }) => status)).toEqual(expect.arrayContaining(['sent', 'delivered']))
  })

  test('is reported never, twice, or again after an error, as scripted', async () => {
    await script({ silent: true })
    await post('/111/messages', message())
    await script({ silent: false, duplicateCallbacks: 2 })
    await post('/111/messages', message())
    await expect
      .poll(() => product.statuses().filter(({ status }) => status === 'sent').length, { timeout: 5_000 })
      .toBe(3)
  })
})

test('a callback is retried until the response is exactly 200', async () => {
  const product = await listenCallbacks(SECRET, (number) => [500, 202, 302, 200][number - 1] ?? 200)
  await box.register(product.url)
  await box.send('POST', '/control/provider/inbound', { from: '919876543210', text: 'hello' })
  await expect.poll(() => product.callbacks.length, { timeout: 10_000 }).toBe(4)
})
