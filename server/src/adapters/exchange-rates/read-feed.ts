import { z } from 'zod'
import type { RatesFeed } from '../../ports/exchange-rates.ts'

const Feed = z.object({
  base: z.literal('USD'),
  timestamp: z.int().min(0).max(8_640_000_000_000),
  rates: z.record(z.string(), z.unknown()),
})

const CODE = /^[A-Z]{3}$/
/** Strings are matched so that digits inside them are skipped. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * JSON.parse turns every number into a float. So the text is parsed twice: as it is, to validate its shape, and with
 * its numbers quoted, to keep their digits.
 */
export function readFeed(text: string): RatesFeed {
  const feed = Feed.parse(JSON.parse(text))
  const digits = Feed.shape.rates.parse(JSON.parse(withNumbersQuoted(text)).rates)
  const rates = Object.entries(feed.rates)
    .filter(([code, rate]) => CODE.test(code) && typeof rate === 'number')
    .map(([code]) => [code, String(digits[code])] as const)
  return { at: new Date(feed.timestamp * 1000), rates: new Map(rates) }
}

const withNumbersQuoted = (json: string) =>
  json.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`))
