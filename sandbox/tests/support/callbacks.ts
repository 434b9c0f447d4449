import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { sign } from '../../src/http/signature.ts'

export interface Callback {
  raw: string
  isSigned: boolean
  // biome-ignore lint/suspicious/noExplicitAny: tests look into callbacks of every shape
  change: any
}

/** A product that takes callbacks. `answer` decides the status of each. */
export async function listenCallbacks(secret: string, answer: (number: number) => number = () => 200) {
  const callbacks: Callback[] = []
  const server = createServer(async (incoming, outgoing) => {
    const raw = Buffer.concat(await incoming.toArray()).toString('utf8')
    const isSigned = incoming.headers['x-hub-signature-256'] === `sha256=${sign(secret, raw)}`
    callbacks.push({ raw, isSigned, change: JSON.parse(raw).entry[0].changes[0] })
    outgoing.writeHead(answer(callbacks.length)).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const statuses = () =>
    callbacks.flatMap(
      ({ change }) => (change.value.statuses ?? []) as { id: string; status: string; errors?: { code: number }[] }[],
    )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, callbacks, statuses }
}
