import { Agent, request } from 'undici'
import type { ExchangeRates, RatesFeed } from '../../ports/exchange-rates.ts'
import { readFeed } from './read-feed.ts'

const RESPONSE_TIMEOUT_MS = 5_000
const RESPONSE_BYTES_MAX = 256 * 1024

/** `GET {url}?base=USD` → `{base, timestamp, rates: {INR: 83.33, …}}`, timestamp in seconds. */
export function httpExchangeRates(settings: { url: string; timeoutMs?: number }): ExchangeRates {
  const timeoutMs = settings.timeoutMs ?? RESPONSE_TIMEOUT_MS
  const dispatcher = new Agent({ connections: 1, connect: { timeout: timeoutMs } })
  return {
    async fetch(): Promise<RatesFeed> {
      const url = new URL(settings.url)
      url.searchParams.set('base', 'USD')
      // Redirects are not followed: only the configured host is contacted.
      const response = await request(url, {
        dispatcher,
        headers: { accept: 'application/json', 'accept-encoding': 'identity' },
        signal: AbortSignal.timeout(timeoutMs),
      })
      const text = await readText(response.body)
      if (response.statusCode !== 200) throw new Error(`the exchange rate feed responded ${response.statusCode}`)
      return readFeed(text)
    },
    close: () => dispatcher.destroy(),
  }
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > RESPONSE_BYTES_MAX) throw new Error('the response of the exchange rate feed is too large')
    chunks.push(chunk)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}
