import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

interface RawUploadAnswer {
  status: number
  headers: string
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  body: any
  /** How the connection ended, if it ended before everything was sent. */
  error: string | undefined
  sentBytes: number
}

type Pieces = Iterable<Buffer | string> | AsyncIterable<Buffer | string>

/** Sends everything before it reads the answer, like a simple client. An early answer must still arrive. */
export async function sendThenRead(port: number, pieces: Pieces): Promise<RawUploadAnswer> {
  const socket = connect(port, '127.0.0.1')
  let error: string | undefined
  socket.on('error', (err: NodeJS.ErrnoException) => {
    error = err.code ?? err.message
  })
  socket.pause()
  const sentBytes = await sendAll(socket, pieces)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => {
    chunks.push(chunk)
    if (isWhole(Buffer.concat(chunks).toString('latin1'))) socket.destroy()
  })
  socket.resume()
  if (!socket.closed) await once(socket, 'close')
  const [headers = '', text = ''] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n')
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(headers)?.[1] ?? 0),
    headers,
    body: text.startsWith('{') ? JSON.parse(text) : text,
    error,
    sentBytes,
  }
}

/** Sends the pieces and then resets the connection. */
export async function sendThenBreakOff(port: number, pieces: Pieces) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await sendAll(socket, pieces)
  const closed = once(socket, 'close')
  socket.resetAndDestroy()
  await closed
}

async function sendAll(socket: Socket, pieces: Pieces): Promise<number> {
  let sentBytes = 0
  for await (const piece of pieces) {
    if (socket.destroyed) break
    await new Promise((resolve) => socket.write(piece, resolve))
    sentBytes += piece.length
  }
  return sentBytes
}

function isWhole(text: string): boolean {
  const [head, ...rest] = text.split('\r\n\r\n')
  const length = /content-length: (\d+)/i.exec(head ?? '')?.[1]
  return length !== undefined && rest.join('\r\n\r\n').length >= Number(length)
}
