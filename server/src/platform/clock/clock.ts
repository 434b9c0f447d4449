/**
 * The only source of business time. Instants are passed as parameters; SQL never reads the database's clock for them.
 */
export interface Clock {
  now(): Date
}

/** Product time is machine time plus an offset, which only sandbox mode moves. */
export class OffsetClock implements Clock {
  private offsetSeconds = 0

  now(): Date {
    return new Date(Date.now() + this.offsetSeconds * 1000)
  }

  setOffset(seconds: number) {
    this.offsetSeconds = seconds
  }
}
