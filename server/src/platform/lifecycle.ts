import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './log.ts'

/** What was started, in order; stopping goes backwards, so that nothing loses what it stands on while it still works. */
export class Lifecycle {
  private readonly started: { name: string; stop: () => Promise<void>; withinMs: number }[] = []
  private stopping: Promise<void> | undefined
  private readonly log: Log

  constructor(log: Log) {
    this.log = log
  }

  /** A part that may hang has a limit of its own, so that there is time left for what it stands on. */
  onStop(name: string, stop: () => Promise<void>, withinMs = Number.POSITIVE_INFINITY) {
    this.started.push({ name, stop, withinMs })
  }

  /** Each part gets `partMs` at most to end; one that hangs is left behind, for the process ends anyway. */
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
      if (ended === 'late') this.log.error({ event: 'stop.timed_out', part: part.name })
    }
  }

  private failed(name: string, err: unknown) {
    this.log.error({ event: 'stop.failed', part: name, err })
  }
}
