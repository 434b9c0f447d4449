import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/**
 * A proxy to a server that can be cut: open connections break and new ones are refused, as when the server restarts.
 */
interface BreakableConnection {
  url: string
  cut(): Promise<void>
  restore(): Promise<void>
  /**
   * Breaks every connection after `bytes()` more bytes in either direction, until `cuts` connections were broken.
   * Resolves then.
   */
  breakRepeatedly(cuts: number, bytes: () => number): Promise<void>
  close(): Promise<void>
}

export async function openBreakableConnection(targetUrl: string): Promise<BreakableConnection> {
  const target = new URL(targetUrl)
  const sockets = new Set<Socket>()
  const breaker = createBreaker()
  const server = createServer((inner) => {
    const outer = connect(Number(target.port), target.hostname)
    const partBeforeBreak = breaker.forConnection()
    for (const [socket, other] of [[inner, outer] as const, [outer, inner] as const]) {
      sockets.add(socket)
      socket.on('data', (chunk) => {
        const kept = partBeforeBreak(chunk)
        if (kept === undefined) other.write(chunk)
        else
          other.write(kept, () => {
            inner.resetAndDestroy()
            outer.resetAndDestroy()
          })
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The passage did not open on a port.')
  const url = new URL(targetUrl)
  url.host = `127.0.0.1:${address.port}`

  const cut = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.resetAndDestroy()
    await closed
  }
  return {
    url: url.href,
    cut,
    async restore() {
      server.listen(address.port, '127.0.0.1')
      await once(server, 'listening')
    },
    breakRepeatedly: breaker.breakRepeatedly,
    close: cut,
  }
}

/** Decides when each connection breaks, for all connections together. */
function createBreaker() {
  let left = 0
  let draw = () => Number.POSITIVE_INFINITY
  let isOver = () => {}
  return {
    breakRepeatedly: (cuts: number, bytes: () => number) =>
      new Promise<void>((resolve) => {
        left = cuts
        draw = bytes
        isOver = resolve
      }),
    /** Returns the part of the chunk that still passes if the connection breaks in it, otherwise undefined. */
    forConnection() {
      let bytes: number | undefined
      let isBroken = false
      return (chunk: Buffer): Buffer | undefined => {
        if (isBroken) return chunk.subarray(0, 0)
        if (left === 0) return undefined
        bytes = (bytes ?? draw()) - chunk.length
        if (bytes >= 0) return undefined
        isBroken = true
        if (--left === 0) isOver()
        return chunk.subarray(0, chunk.length + bytes)
      }
    },
  }
}
