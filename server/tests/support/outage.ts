import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A way to a server that can be cut: open connections break, new ones are refused, as when the server restarts. */
export interface Passage {
  url: string
  cut(): Promise<void>
  restore(): Promise<void>
  close(): Promise<void>
}

export async function openPassage(targetUrl: string): Promise<Passage> {
  const target = new URL(targetUrl)
  const sockets = new Set<Socket>()
  const server = createServer((inner) => {
    const outer = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [[inner, outer] as const, [outer, inner] as const]) {
      sockets.add(socket)
      socket.pipe(other)
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
    close: cut,
  }
}
