import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../../../src/platform/clock/clock.ts'
import { FIRST_RATES } from '../model/currency.ts'
import { FakeGateway } from './fake-gateway.ts'
import { FakeProvider } from './fake-provider.ts'

export interface Outside {
  url: string
  gateway: FakeGateway
  provider: FakeProvider
  /** Vendor-currency units per USD, as the rates service says them. */
  rates: Record<string, number>
  /** As at the start of a walk. */
  reset(): void
  stop(): Promise<void>
}

const firstRates = () => Object.fromEntries(Object.entries(FIRST_RATES).map(([code, rate]) => [code, rate / 10_000]))

/** Gateway, provider and rates service over real HTTP, so that the product's own adapters are in the path. */
export async function startOutside(clock: Clock): Promise<Outside> {
  const gateway = new FakeGateway()
  const provider = new FakeProvider()
  const rates: Record<string, number> = firstRates()

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { method = '', url: path = '' } = request
    const body = await readJson(request)
    const reply = path.startsWith('/rates')
      ? { status: 200, body: { base: 'USD', timestamp: Math.floor(clock.now().getTime() / 1000), rates } }
      : path.startsWith('/v1/')
        ? gateway.answer(method, path, body, request.headers)
        : provider.answer(method, path, body)
    if (reply.body === undefined) return void request.socket.destroy()
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const reset = () => {
    gateway.clear()
    provider.clear()
    Object.assign(rates, firstRates())
  }
  return { url: `http://127.0.0.1:${port}`, gateway, provider, rates, reset, stop }
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
  } catch {
    return {}
  }
}
