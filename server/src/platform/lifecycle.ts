import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './log.ts'

/** The started parts, stopped in reverse order, so that no part loses a dependency while it still runs. */
export class Lifecycle {
  private readonly started: { name: string; stop: () => Promise<void>; withinMs: number }[] = []
  private stopping: Promise<void> | undefined
  private readonly log: Log

  constructor(log: Log) {
    this.log = log
  }

  /** A part that may hang has its own time limit, so that its dependencies have time left to stop. */
  onStop(name: string, stop: () => Promise<void>, withinMs = Number.POSITIVE_INFINITY) {
    this.started.push({ name, stop, withinMs })
  }

  /** Each part has at most `partMs` to stop; one that hangs is abandoned, because the process ends anyway. */
  stop(partMs = 6_000): Promise<void> {
    this.stopping ??= this.stopAll(partMs)
    return this.stopping
  }

  private async stopAll(partMs: number) {
    for (const part of this.started.reverse()) {
      const timeout = new AbortController()
      const late = sleep(Math.min(partMs, part.withinMs), 'late', { signal: timeout.signal, ref: false }).catch(
        () => 'done',
      )
      const ended = await Promise.race([part.stop().catch((err: unknown) => this.failed(part.name, err)), late])
      timeout.abort()
      if (ended === 'late') this.late(part.name, part.withinMs < partMs)
    }
  }

  /** A part with a limit of its own may be late. */
  private late(name: string, isExpected: boolean) {
    this.log[isExpected ? 'info' : 'error']({ event: 'stop.timed_out', part: name })
  }

  private failed(name: string, err: unknown) {
    this.log.error({ event: 'stop.failed', part: name, err })
  }
}
