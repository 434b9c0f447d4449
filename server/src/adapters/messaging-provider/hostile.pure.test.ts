import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { cloudApiProvider } from './cloud-api.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const close of undo.splice(0).reverse()) await close()
})

/** A provider with arbitrary responses. */
async function sendTo(handler: Handler, timeoutMs = 5_000) {
  const server = createServer(handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = cloudApiProvider({
    baseUrl,
    version: 'v18.0',
    token: 't',
    phoneNumberId: '1',
    wabaId: '2',
    appId: '3',
    appSecret: 's',
    verifyToken: 'v',
    timeoutMs,
  })
  undo.push(
    () => server.close(),
    () => server.closeAllConnections(),
    provider.close,
  )
  return provider.send({ to: '+919876543210', reference: 'id', content: { type: 'text', body: 'Hi' } })
}

const answering =
  (status: number, body: string, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
const graphError = (code: number) => JSON.stringify({ error: { code, message: `(#${code}) No` } })

test.each([200, 400, 401, 404, 429, 500, 503])('an error body is definite, also with status %d', async (status) => {
  expect(await sendTo(answering(status, graphError(130429)))).toMatchObject({ kind: 'refused', code: 130429 })
})

test('the throttling time of the account is read from its header', async () => {
  const usage = '{"123":[{"type":"whatsapp","estimated_time_to_regain_access":7}]}'
  const outcome = await sendTo(answering(400, graphError(80007), { 'x-business-use-case-usage': usage }))
  expect(outcome).toMatchObject({ kind: 'refused', code: 80007, waitSeconds: 420 })
})

test.each([
  [200, ''],
  [200, 'null'],
  [200, '{}'],
  [200, '{"messages":[]}'],
  [200, '{"messages":[{"id":""}]}'],
  [200, '{"messages":[{"id":"wamid.A"'],
  [500, '<html>Bad gateway</html>'],
  [502, ''],
  [400, '{"error":"text"}'],
  [400, '{"error":{"code":"100"}}'],
  [301, ''],
])('status %d with %j may have sent a message', async (status, body) => {
  expect(await sendTo(answering(status, body, status === 301 ? { location: 'http://127.0.0.1:1' } : {}))).toEqual({
    kind: 'unknown',
  })
})

test.each<[string, Handler]>([
  ['cut at once', (request) => request.socket.destroy()],
  ['cut after the request', (request) => request.on('end', () => request.socket.destroy()).resume()],
  ['cut within the answer', (request, response) => response.writeHead(200).write('{', () => request.socket.destroy())],
  ['not HTTP', (request) => request.socket.end('SSH-2.0\r\n\r\n')],
  ['silent', () => {}],
])('a connection that is %s may have sent a message', async (_what, handler) => {
  expect(await sendTo(handler, 300)).toEqual({ kind: 'unknown' })
})
