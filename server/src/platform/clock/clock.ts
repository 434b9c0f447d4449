/** The one source of business instants. They travel as parameters; SQL never asks the database what time it is. */
export interface Clock {
  now(): Date
}

/** Product time = machine time + an offset that only sandbox mode ever moves. */
export class OffsetClock implements Clock {
  private offsetSeconds = 0

  now(): Date {
    return new Date(Date.now() + this.offsetSeconds * 1000)
  }

  setOffset(seconds: number) {
    this.offsetSeconds = seconds
  }
}
