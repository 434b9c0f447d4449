import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Cut {
  method: string
  path: string
  /** Once some of the request has passed, or once the server has answered, of which nothing is passed on. */
  cutAt: 'request' | 'answer'
}

/** Passes everything on to a server, but cuts the connection of the first request of a kind. */
export async function cuttingProxy(targetUrl: string, { method, path, cutAt }: Cut) {
  let cuts = 0
  const proxy = createServer((incoming, reply) => {
    const isCut = cuts === 0 && incoming.method === method && incoming.url === path
    if (isCut) cuts++
    pass(targetUrl, incoming, reply, isCut ? cutAt : undefined)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cuts: () => cuts,
    async close() {
      proxy.close()
      proxy.closeAllConnections()
      await once(proxy, 'close')
    },
  }
}

function pass(targetUrl: string, incoming: IncomingMessage, reply: ServerResponse, cutAt: Cut['cutAt'] | undefined) {
  const outgoing = request(new URL(incoming.url ?? '/', targetUrl), {
    method: incoming.method,
    headers: incoming.headers,
  })
  outgoing.on('error', () => incoming.socket.destroy())
  outgoing.on('response', (answer) => {
    if (cutAt === 'answer') answer.resume().on('end', () => incoming.socket.resetAndDestroy())
    else reply.writeHead(answer.statusCode ?? 500, answer.headers) && answer.pipe(reply)
  })
  incoming.pipe(outgoing)
  if (cutAt !== 'request') return
  incoming.once('data', () => {
    incoming.socket.resetAndDestroy()
    outgoing.destroy()
  })
}
