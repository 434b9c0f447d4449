import { once } from 'node:events'
import { connect, type NetConnectOpts, type Socket } from 'node:net'
import { ScannerUnavailable, type Verdict, type VirusScanner } from '../../ports/virus-scanner.ts'

const CONNECT_TIMEOUT_MS = 5_000
/** clamd gives up on a file after two minutes; the rest is for the transfer. */
const SILENCE_TIMEOUT_MS = 150_000
const REPLY_CHARS_MAX = 4_096

/**
 * ClamAV over its INSTREAM command: the file is streamed through the connection, so clamd needs no access to our disk.
 * Anything but a plain verdict is `ScannerUnavailable`. The url is `tcp://host:port` or `unix:/path`.
 */
export function clamdScanner(options: { url: string; silenceTimeoutMs?: number }): VirusScanner {
  const address = parseAddress(options.url)
  const silenceTimeoutMs = options.silenceTimeoutMs ?? SILENCE_TIMEOUT_MS
  return {
    scan: async (open) => readVerdict(await sendCommand(address, silenceTimeoutMs, 'INSTREAM', open())),
    async check() {
      const reply = await sendCommand(address, silenceTimeoutMs, 'PING')
      if (reply !== 'PONG') throw new ScannerUnavailable(`clamd responded "${reply}" to PING`)
    },
  }
}

function readVerdict(reply: string): Verdict {
  if (reply === 'stream: OK') return { clean: true }
  const threat = /^stream: (.+) FOUND$/.exec(reply)?.[1]
  if (threat) return { clean: false, threat }
  const advice = reply.includes('size limit exceeded') ? '; raise StreamMaxLength in clamd.conf' : ''
  throw new ScannerUnavailable(`clamd responded "${reply}"${advice}`)
}

/**
 * Opens one connection for each command: in the z form a NUL ends command and reply. Errors of the content are rethrown
 * unchanged.
 */
async function sendCommand(
  address: NetConnectOpts,
  silenceTimeoutMs: number,
  command: string,
  content?: AsyncIterable<Uint8Array>,
): Promise<string> {
  const socket = connect(address)
  const reply = readReply(socket, silenceTimeoutMs)
  // It may reject while we are still sending; the next await reports it.
  reply.catch(() => {})
  try {
    await write(socket, `z${command}\0`, reply)
    if (content) await sendFramed(socket, content, reply)
    return await reply
  } finally {
    socket.destroy()
  }
}

async function sendFramed(socket: Socket, content: AsyncIterable<Uint8Array>, reply: Promise<string>) {
  for await (const chunk of content) {
    if (chunk.byteLength === 0) continue // a frame of length 0 would end the file
    await write(socket, frameLength(chunk.byteLength), reply)
    await write(socket, chunk, reply)
  }
  await write(socket, frameLength(0), reply)
}

function frameLength(bytes: number) {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

async function write(socket: Socket, bytes: string | Uint8Array, reply: Promise<string>) {
  if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), reply])
}

function readReply(socket: Socket, silenceTimeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      reject(new ScannerUnavailable(`clamd ${reason}`))
      socket.destroy()
    }
    let text = ''
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => fail('did not respond in time'))
    socket.on('connect', () => socket.setTimeout(silenceTimeoutMs))
    socket.on('error', (error) => fail(`cannot be reached: ${'code' in error ? error.code : error.name}`))
    socket.on('close', () => fail('closed the connection without a verdict'))
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const end = text.indexOf('\0')
      if (end >= 0) resolve(text.slice(0, end))
      else if (text.length > REPLY_CHARS_MAX) fail('sent too long a response')
    })
  })
}

function parseAddress(url: string): NetConnectOpts {
  const { protocol, hostname, port, pathname } = new URL(url)
  if (protocol === 'unix:' && pathname.length > 1) return { path: decodeURIComponent(pathname) }
  if (protocol === 'tcp:' && hostname && port) return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
  throw new RangeError('the clamd address must look like tcp://host:3310 or unix:/run/clamd.sock')
}
