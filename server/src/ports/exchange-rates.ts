/**
 * The source of exchange rates. Each call reads the feed once. It throws when there is no usable answer (no connection,
 * another status than 200, too slow, too large, an unexpected format) and never follows a redirect. It does not decide
 * whether a rate is plausible.
 */
export interface ExchangeRates {
  fetch(): Promise<RatesFeed>
  close(): Promise<void>
}

export interface RatesFeed {
  /** The time of the rates, according to the feed. */
  at: Date
  /** Units of a currency for one USD, with the digits of the feed. Values that are not numbers are left out. */
  rates: ReadonlyMap<string, string>
}
