import { once } from 'node:events'
import { mkdtemp, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atEnd } from '../../server/tests/support/cleanup.ts'
import type { Options } from '../src/arguments.ts'
import { loginCommand } from '../src/commands/login.ts'
import type { Terminal } from '../src/terminal.ts'

const SESSION = { accessToken: 'a', refreshToken: 'r' }
const EMAIL_CODE = { challenge: 'EMAIL_CODE', challengeToken: 'hc_1' }
const SECOND_FACTOR = { challenge: 'TOTP', challengeToken: 'hc_2', methods: ['PASSKEY', 'TOTP', 'RECOVERY_CODE'] }

/** Signs in at a server with these answers, as somebody who types these; what was sent and stored. */
async function login(answers: object[], typed: string[], isInteractive = true) {
  const sent: object[] = []
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    sent.push(JSON.parse(Buffer.concat(chunks).toString()))
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers[sent.length - 1]))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => {
    server.close()
    server.closeAllConnections()
  })
  const terminal = {
    isInteractive,
    ask: async () => typed.shift(),
    askSecret: async () => 'seven quiet rivers',
    print: () => {},
    note: () => {},
  } as unknown as Terminal
  const options = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, email: 'asha@example.com' }
  const file = join(await mkdtemp(join(tmpdir(), 'harkara-login-')), 'credentials.json')
  await loginCommand(terminal, options as Options, {}, file)
  return { sent: sent.slice(1), stored: JSON.parse(await readFile(file, 'utf8')) }
}

test('a mailed code and then the code of the app complete a sign-in', async () => {
  const { sent, stored } = await login([EMAIL_CODE, SECOND_FACTOR, SESSION], ['111111', ' 314159 '])
  expect(sent).toEqual([
    { challengeToken: 'hc_1', code: '111111' },
    { challengeToken: 'hc_2', code: '314159' },
  ])
  expect(stored).toMatchObject(SESSION)
})

test('a recovery code completes it instead of the code', async () => {
  const { sent } = await login([SECOND_FACTOR, SESSION], ['7gk2-m4xn-0q8r-sd5t'])
  expect(sent).toEqual([{ challengeToken: 'hc_2', recoveryCode: '7gk2-m4xn-0q8r-sd5t' }])
})

test('without a terminal, or with a passkey alone, it says what to do', async () => {
  await expect(login([SECOND_FACTOR], [], false)).rejects.toThrow('requires a second factor')
  await expect(login([{ ...SECOND_FACTOR, methods: ['PASSKEY'] }], [])).rejects.toThrow('needs a browser')
})
