import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { sign } from '../../src/http/signature.ts'
import { SECRET } from './sandbox.ts'

type Reply = (move: {
  advanceSeconds: number
}) => Promise<{ status?: number; body: string }> | { status?: number; body: string }

/** A product as the sandbox sees it: it answers signed clock moves. `reply` scripts what it says. */
export async function listenProduct(reply: Reply, secret = SECRET) {
  const moves: number[] = []
  const server = createServer(async (incoming, outgoing) => {
    const raw = Buffer.concat(await incoming.toArray())
    if (incoming.url !== '/sandbox/clock' || incoming.headers['x-sandbox-signature'] !== sign(secret, raw)) {
      outgoing.writeHead(401).end()
      return
    }
    const move = JSON.parse(raw.toString('utf8'))
    moves.push(move.advanceSeconds)
    const { status = 200, body } = await reply(move)
    outgoing.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, moves }
}

/** A product that adds up its moves, as the real one does. */
export function honestReply(): Reply {
  let offsetSeconds = 0
  return ({ advanceSeconds }) => {
    offsetSeconds += advanceSeconds
    return { body: JSON.stringify({ now: new Date(Date.now() + offsetSeconds * 1_000).toISOString(), offsetSeconds }) }
  }
}
