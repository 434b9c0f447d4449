import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { call } from './support/sandbox.ts'

/** The build, which the global setup brings up to date. */
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const PARENT = fileURLToPath(new URL('support/forking-parent.mjs', import.meta.url))
const env = (settings: Record<string, string> = {}) => ({
  ...process.env,
  SANDBOX_PORT: '0',
  SANDBOX_SMTP_PORT: '0',
  ...settings,
})

test('standalone, it prints its URL, serves requests there, and exits with code 0 at SIGTERM', async () => {
  const child = startAlone()
  const line = await firstLine(child)
  expect(line).toMatch(/^Harkara sandbox: http:\/\/127\.0\.0\.1:\d+ \(SMTP: smtp:\/\/127\.0\.0\.1:\d+\)$/)
  const url = /http:\S+/.exec(line)?.[0] ?? ''
  expect((await call(url, 'GET', '/healthz')).status).toBe(200)
  expect(await end(child, 'SIGTERM')).toMatchObject({ code: 0 })
})

test('standalone, it stops at SIGINT too', async () => {
  const child = startAlone()
  await firstLine(child)
  expect(await end(child, 'SIGINT')).toMatchObject({ code: 0 })
})

test('it stops immediately even if clients keep their connections open', async () => {
  const child = startAlone()
  const [url = '', smtpUrl = ''] = (await firstLine(child)).match(/(http|smtp):[^\s)]+/g) ?? []
  const http = await hold(url)
  http.write('GET / HTTP/1.1\r\n')
  const smtp = await hold(smtpUrl)
  await once(smtp, 'data')
  const { code, tookMs } = await end(child, 'SIGTERM')
  expect(code).toBe(0)
  // Far above what it takes and far below what waiting for the clients would: a loaded machine passes, a wait does not.
  expect(tookMs).toBeLessThan(8_000)
})

test('as a child it reports both addresses to its parent, ignores SIGINT, and exits at SIGTERM', async () => {
  const child = startChild()
  const [ready] = await once(child, 'message')
  expect(ready).toEqual({
    ready: true,
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    smtpUrl: expect.stringMatching(/^smtp:\/\/127\.0\.0\.1:\d+$/),
  })
  child.kill('SIGINT')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect((await call(ready.url, 'GET', '/healthz')).status).toBe(200)
  expect(await end(child, 'SIGTERM')).toMatchObject({ code: 0 })
})

test('as a child it exits when its parent disconnects', async () => {
  const child = startChild()
  await once(child, 'message')
  const exited = once(child, 'exit')
  child.disconnect()
  expect((await exited)[0]).toBe(0)
})

test('it exits when its parent is killed', async () => {
  const parent = spawn(process.execPath, [PARENT], {
    env: env(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { pid, message } = JSON.parse(await firstLine(parent))
  onTestFinished(() => void (isAlive(pid) && process.kill(pid, 'SIGKILL')))
  expect((await call(message.url, 'GET', '/healthz')).status).toBe(200)
  parent.kill('SIGKILL')
  await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false)
})

test.each(['SANDBOX_PORT', 'SANDBOX_SMTP_PORT'])(
  'a busy %s is one line on the error output and exit code 1',
  async (setting) => {
    const child = startAlone({ [setting]: await busyPort() })
    const [output, [code]] = await Promise.all([allOf(child.stderr), once(child, 'exit')])
    expect(output.trim().split('\n')).toEqual([expect.stringMatching(new RegExp(`already in use.*${setting}`))])
    expect(code).toBe(1)
  },
)

test('a port that is in use is reported to the parent process, which prints the message', async () => {
  const child = startChild({ SANDBOX_PORT: await busyPort() })
  const exited = once(child, 'exit')
  const said = allOf(child.stderr)
  const [answer] = await once(child, 'message')
  expect(answer).toEqual({ ready: false, problem: expect.stringContaining('already in use') })
  expect((await exited)[0]).toBe(1)
  expect(await said).toBe('')
})

test('invalid settings are reported together, and nothing starts', async () => {
  const child = startAlone({ SANDBOX_PORT: 'x', PROVIDER_TOKEN: 'two words' })
  const [output, [code]] = await Promise.all([allOf(child.stderr), once(child, 'exit')])
  expect(output).toMatch(/SANDBOX_PORT[\s\S]*PROVIDER_TOKEN/)
  expect(output).not.toContain('    at ')
  expect(code).toBe(1)
})

function startAlone(settings?: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    env: env(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

function startChild(settings?: Record<string, string>) {
  const child = fork(MAIN, {
    env: env(settings),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function hold(address: string) {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname).on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

async function firstLine(child: ChildProcess) {
  let text = ''
  for await (const chunk of child.stdout ?? []) {
    text += chunk
    if (text.includes('\n')) break
  }
  return text.split('\n')[0] ?? ''
}

async function allOf(stream: NodeJS.ReadableStream | null) {
  let text = ''
  for await (const chunk of stream ?? []) text += chunk
  return text
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  const startedAt = performance.now()
  const exited = once(child, 'exit')
  child.kill(signal)
  const [code] = await exited
  return { code, tookMs: performance.now() - startedAt }
}

async function busyPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return String(typeof address === 'object' && address ? address.port : '')
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
