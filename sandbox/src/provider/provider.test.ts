import { expect, test } from 'vitest'
import { useSandbox } from '../../tests/support/sandbox.ts'
import { DEFAULT_SCRIPT } from './script.ts'

const box = useSandbox({ PROVIDER_TOKEN: 'provider-token' })
const TOKEN = { authorization: 'Bearer provider-token' }

test('an unknown path is answered with the error body of the provider', async () => {
  const answer = await box.get('/v18.0/123/nothing?fields=id', TOKEN)
  expect(answer.status).toBe(400)
  expect(answer.json).toEqual({
    error: {
      message: 'Unknown path components: /123/nothing',
      type: 'OAuthException',
      code: 2500,
      fbtrace_id: expect.stringMatching(/^A[\w-]{22,}$/),
    },
  })
})

test.each(['', 'Bearer', 'Bearer wrong-token', 'Basic provider-token', 'provider-token'])(
  'authorization %j is no token: code 190, before anything else is looked at',
  async (authorization) => {
    const answer = await box.send('POST', '/v18.0/123/messages', 'no json', { authorization })
    expect(answer).toMatchObject({ status: 401, json: { error: { code: 190, type: 'OAuthException' } } })
  },
)

test.each(['/123/messages', '/123/message_templates', '/123/media'])(
  'POST /v18.0%s: only the account of the settings exists, in every version',
  async (path) => {
    for (const version of ['v18.0', 'v21.0']) {
      const answer = await box.send('POST', `/${version}${path}`, {}, TOKEN)
      expect(answer).toMatchObject({ status: 400, json: { error: { code: 100 } } })
      expect(answer.json.error.message).toContain("'123' does not exist")
    }
  },
)

test('an unreadable body and an odd content type are errors of the provider too, never of the sandbox', async () => {
  const bad = await box.send('POST', '/v18.0/1/messages', '{"a":', TOKEN)
  expect(bad).toMatchObject({ status: 400, json: { error: { code: 100 } } })
  const odd = await box.send('POST', '/v18.0/1/messages', 'a=1', { ...TOKEN, 'content-type': 'application/x-odd' })
  expect(odd.json.error.code).toBe(100)
})

test('the script starts without faults, and a change leaves other fields as they are', async () => {
  expect((await box.get('/control/provider')).json).toEqual(DEFAULT_SCRIPT)
  const changed = await box.send('PUT', '/control/provider', {
    failRate: 0.25,
    latencyMs: 40,
    templateVerdict: 'REJECTED',
  })
  expect(changed.json).toEqual({ ...DEFAULT_SCRIPT, failRate: 0.25, latencyMs: 40, templateVerdict: 'REJECTED' })
  await box.send('PUT', '/control/provider', { latencyMs: null, silent: true })
  expect((await box.get('/control/provider')).json).toEqual({
    ...DEFAULT_SCRIPT,
    failRate: 0.25,
    silent: true,
    templateVerdict: 'REJECTED',
  })
})

test.each([
  { failRate: 1.01 },
  { failRate: -0.1 },
  { failRate: '0.5' },
  { dropReplyRate: 2 },
  { failCode: 1.5 },
  { failCode: '131026' },
  { duplicateCallbacks: -1 },
  { duplicateCallbacks: true },
  { latencyMs: 10.5 },
  { latencyMs: -1 },
  { maxPerSecond: 'fast' },
  { failAsync: 1 },
  { reorderCallbacks: null },
  { silent: 'yes' },
  { callbackBeforeReply: [] },
  { templateVerdict: 'PENDING' },
  { failrate: 0.5 },
  { silent: true, unknown: 1 },
])(
  'the script change %j is refused with a sentence that names the field, and nothing of it is kept',
  async (change) => {
    const answer = await box.send('PUT', '/control/provider', change)
    expect(answer).toMatchObject({ status: 400, json: { code: 'VALIDATION_FAILED' } })
    expect(answer.json.detail).toContain(Object.keys(change).at(-1))
    expect((await box.get('/control/provider')).json).toEqual(DEFAULT_SCRIPT)
  },
)

test('the log of accepted messages is empty before anything is sent, and its limit is checked', async () => {
  expect((await box.get('/control/provider/messages')).json).toEqual({ messages: [] })
  expect((await box.get('/control/provider/messages?limit=5')).json).toEqual({ messages: [] })
  for (const limit of ['0', '-1', 'x', '1e3', '999999999', '', '1&limit=2']) {
    expect((await box.get(`/control/provider/messages?limit=${limit}`)).status).toBe(400)
  }
})
