import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A status to answer instead of the store, or where to break the connection: before the store sees the request, after
 * it has carried it out, or in the middle of its response.
 */
type Fault = number | { status: number; body: string } | 'cut' | 'cut-answer' | 'cut-in-answer'

export interface TestS3 {
  settings: { endpoint: string; bucket: string; accessKeyId: string; secretAccessKey: string; region: string }
  requests: { method: string; path: string; length: string | undefined; range: string | undefined }[]
  readonly bytesReceived: number
  /** Called for every request. The returned fault replaces or damages the response. */
  fault: (method: string, path: string) => Fault | undefined
  close(): Promise<void>
}

/** A real S3 server that verifies signatures, behind a proxy that counts and records requests and injects faults. */
export async function startS3(): Promise<TestS3> {
  const dir = await mkdtemp(join(tmpdir(), 'harkara-s3-'))
  const bucket = 'files'
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: dir,
    configureBuckets: [{ name: bucket }],
  })
  const { port: storePort } = await store.run()
  let bytesReceived = 0
  const door = createServer((incoming, answer) => {
    const { method = '', url = '' } = incoming
    const { range, 'content-length': length } = incoming.headers
    s3.requests.push({ method, path: url, length, range })
    incoming.on('data', (chunk) => (bytesReceived += chunk.length))
    pass(incoming, answer, storePort, s3.fault(method, url))
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  const s3: TestS3 = {
    settings: {
      endpoint: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
      bucket,
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      region: 'eu-central-1',
    },
    requests: [],
    get bytesReceived() {
      return bytesReceived
    },
    fault: () => undefined,
    async close() {
      await Promise.all([end(door), end(store.httpServer)])
      await rm(dir, { recursive: true, force: true })
    },
  }
  return s3
}

function pass(incoming: IncomingMessage, answer: ServerResponse, port: number, fault: Fault | undefined) {
  if (fault === 'cut') {
    incoming.destroy()
    return
  }
  if (typeof fault === 'number' || typeof fault === 'object') {
    const { status, body } = typeof fault === 'number' ? { status: fault, body: '' } : fault
    incoming.resume().on('end', () => answer.writeHead(status).end(body))
    return
  }
  const { method, url, headers } = incoming
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (fromStore) => {
    if (fault === 'cut-answer') fromStore.resume().on('end', () => incoming.socket.destroy())
    else fromStore.pipe(answer.writeHead(fromStore.statusCode ?? 500, fromStore.headers))
    if (fault === 'cut-in-answer') fromStore.once('data', () => setImmediate(() => incoming.socket.destroy()))
  })
  onward.on('error', () => incoming.destroy())
  incoming.socket.once('close', () => onward.destroy())
  incoming.pipe(onward)
}

async function end(server: Server) {
  server.closeAllConnections()
  const closed = once(server, 'close')
  server.close()
  await closed
}

/** The package has no types. */
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (
  options: Record<string, unknown>,
) => { run(): Promise<AddressInfo>; httpServer: Server }
