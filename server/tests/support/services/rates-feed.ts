import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from '../cleanup.ts'

/** A whole response, a body with status 200, or what happens to the connection. */
export type FeedAnswer = string | { status: number; headers?: Record<string, string>; body?: string } | Handle
type Handle = (response: ServerResponse) => void

export type RatesFeedServer = Awaited<ReturnType<typeof startRatesFeed>>

/** The same rates as in the sandbox. */
const RATES = {
  USD: '1',
  INR: '83.33',
  EUR: '0.92',
  GBP: '0.79',
  AED: '3.6725',
  JPY: '149.5',
  KWD: '0.3075',
  BHD: '0.376',
  SGD: '1.34',
}

/** A real HTTP server in place of the rates provider. Rates are given as the text in its JSON. */
export async function startRatesFeed() {
  let answer: () => FeedAnswer = () => ({ status: 503 })
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    const now = answer()
    if (typeof now === 'function') return now(response)
    const { status, headers, body } = typeof now === 'string' ? { status: 200, headers: {}, body: now } : now
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${port}/rates?key=k1`,
    requests,
    answer: (next: FeedAnswer) => {
      answer = () => next
    },
    /** Computes the response at each request. */
    answerBy: (next: () => FeedAnswer) => {
      answer = next
    },
    /** The default rates with these changes, at the clock's time of each request. */
    quote: (changes: Record<string, string>, now: () => Date) => {
      answer = () => feedText({ ...RATES, ...changes }, now())
    },
  }
}

export const feedText = (rates: Record<string, string>, at: Date, base = '"USD"') =>
  `{"base": ${base}, "timestamp": ${Math.floor(at.getTime() / 1000)}, "rates": {${Object.entries(rates)
    .map(([code, rate]) => `"${code}": ${rate}`)
    .join(', ')}}}`
