/**
 * Where exchange rates come from. One call is one look at the feed: it throws when there is no answer worth reading
 * (no connection, another status than 200, too slow, too large, not the promised shape), and it never follows a
 * redirect. Whether a rate is believable is not decided here.
 */
export interface ExchangeRates {
  fetch(): Promise<RatesFeed>
  close(): Promise<void>
}

export interface RatesFeed {
  /** When the feed says its rates were true. */
  at: Date
  /** Units of a currency for one USD, in the digits that the feed wrote. What is not written as a number is left out. */
  rates: ReadonlyMap<string, string>
}
