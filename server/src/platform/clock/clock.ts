/**
 * The only source of business time. Instants are passed as parameters; SQL never reads the database's clock for them.
 */
export interface Clock {
  now(): Date
}

/**
 * The time of this machine when the process started, and what has passed since by a clock that nobody can set. Whoever
 * sets the machine's clock while the process runs moves no deadline.
 */
class SteadyClock {
  private originMs = performance.timeOrigin

  nowMs(): number {
    return this.originMs + performance.now()
  }

  /** How far the machine's clock is ahead of this one: it was set meanwhile, or the machine slept. */
  machineAheadMs(): number {
    return Date.now() - this.nowMs()
  }

  followMachine() {
    this.originMs += this.machineAheadMs()
  }
}

/** One for the whole process: real time, for what other machines compare with theirs. */
export const steadyClock = new SteadyClock()

/** Product time is steady time plus an offset, which only sandbox mode moves. */
export class OffsetClock implements Clock {
  private offsetSeconds = 0

  now(): Date {
    return new Date(steadyClock.nowMs() + this.offsetSeconds * 1000)
  }

  setOffset(seconds: number) {
    this.offsetSeconds = seconds
  }
}
