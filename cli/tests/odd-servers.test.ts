import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createNetServer } from 'node:net'
import { expect, test } from 'vitest'
import { atEnd } from '../../server/tests/support/cleanup.ts'
import { freePort } from '../../server/tests/support/services/free-port.ts'
import { newFile, runCli } from './run-cli.ts'

type Answer = [status: number, body: unknown, headers?: Record<string, string>]

/** A server that answers as it is told; what it was asked, with the headers. */
async function serving(answer: (path: string, time: number) => Answer) {
  const asked: { line: string; headers: IncomingMessage['headers'] }[] = []
  const server = createServer(async (request: IncomingMessage, reply: ServerResponse) => {
    for await (const _ of request);
    const line = `${request.method} ${request.url}`
    asked.push({ line, headers: request.headers })
    const [status, body, headers = {}] = answer(line, asked.filter((other) => other.line === line).length)
    reply.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const STATS = { totalRows: 10, processedRows: 5, validRows: 5, invalidRows: 0, warningRows: 0, valid: 5, errors: 0 }
const status = (name: string, rest = {}) => ({
  jobId: 'job-1',
  status: name,
  progress: 30,
  stats: STATS,
  terminal: false,
  needsAction: false,
  history: [],
  ...rest,
})
const busy = { code: 'TOO_MANY_REQUESTS', detail: 'Please wait a moment.', requestId: 'r-1' }

test('connection refused: exit code 4 and a message with the URL', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  const { code, stdout, stderr } = await runCli(['status', 'x', '--token', 'secret-word', '--url', url])
  expect({ code, stdout }).toEqual({ code: 4, stdout: '' })
  expect(stderr).toContain(`Cannot reach ${url}: connection refused.`)
  expect(stderr).not.toContain('secret-word')
})

test('requests to a throttled or restarting server are retried after Retry-After with the same key', async () => {
  const { url, asked } = await serving((line, time) => {
    if (line.startsWith('GET /api/v1/contacts/import?')) return [200, { data: [] }]
    if (line.startsWith('POST') && time === 1) return [429, busy, { 'retry-after': '1' }]
    if (line.startsWith('POST') && time === 2) return [503, '']
    if (line.startsWith('POST')) return [202, { jobId: 'job-1' }]
    return [200, status('FAILED', { terminal: true, failureReason: 'No data rows.' })]
  })
  const path = await newFile('contacts.csv', 'Phone\n1\n')
  const { code, stdout, stderr } = await runCli(['import', path, '--token', 't', '--url', url])
  expect({ code, stdout }).toEqual({ code: 1, stdout: 'The import failed: No data rows.\n' })
  expect(stderr).toContain('Please wait a moment. (request r-1) Retrying in 1 s')
  const keys = asked.filter(({ line }) => line.startsWith('POST')).map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
})

test('an early rejection of an upload is reported as the final result', async () => {
  const problem = JSON.stringify({ code: 'UNSUPPORTED_FILE_TYPE', detail: 'Not this one.' })
  // Reads the beginning of an upload, answers, and reads no more.
  const server = createNetServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      const isUpload = chunk.toString('latin1').startsWith('POST')
      const [line, body] = isUpload ? ['415 Unsupported', problem] : ['200 OK', '{}']
      socket.write(`HTTP/1.1 ${line}\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
      if (isUpload) socket.pause()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => server.close())
  const path = await newFile('contacts.csv', `Phone\n${'+919876543210\n'.repeat(2_000_000)}`)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { code, stderr } = await runCli(['import', path, '--token', 't', '--url', url])
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(/Not this one\.\n$/) })
})

test('Ctrl-C while waiting explains that the import continues, and how to check or cancel it', async () => {
  const { url } = await serving(() => [200, status('PROCESSING')])
  const { code, stderr } = await runCli(['status', 'job-1', '--wait', '--token', 't', '--url', url], {
    onOutput: (text, kill) => {
      if (text.includes('Checking')) kill('SIGINT')
    },
  })
  expect(code).toBe(130)
  expect(stderr).toContain('The import continues')
  expect(stderr).toContain(`harkara status job-1 --wait --url ${url}`)
  expect(stderr).toContain(`harkara cancel job-1 --url ${url}`)
})

test('neither token nor file follows a redirect', async () => {
  const other = await serving(() => [200, {}])
  const { url } = await serving(() => [307, '', { location: `${other.url}/api/v1/x` }])
  const { code, stderr } = await runCli(['status', 'x', '--token', 't', '--url', url])
  expect({ code, stderr }).toMatchObject({ code: 4, stderr: expect.stringContaining(other.url) })
  expect(other.asked).toEqual([])
})

test('a server that is not Harkara is reported, even if it accepts everything', async () => {
  const { url } = await serving(() => [200, '<html>Welcome</html>', { 'content-type': 'text/html' }])
  const { code, stderr } = await runCli(['status', 'x', '--token', 't', '--url', url])
  expect({ code, stderr }).toMatchObject({ code: 4, stderr: expect.stringContaining('is not a Harkara API') })
})

test('with --json an API error is printed as a document', async () => {
  const { url } = await serving(() => [409, { code: 'INVALID_STATE', detail: 'No.', currentStatus: 'FAILED' }])
  const { code, stdout } = await runCli(['confirm', 'x', '--token', 't', '--url', url, '--json'])
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toEqual({ error: { code: 'INVALID_STATE', detail: 'No.', currentStatus: 'FAILED' } })
})

test('--version is the version of the package', async () => {
  expect(await runCli(['--version'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
})
