import { setTimeout as sleep } from 'node:timers/promises'
import { repeat } from '../concurrency/repeat.ts'
import { type Db, inTransaction } from '../db/db.ts'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { OffsetClock } from './clock.ts'
import * as sql from './sql.ts'

const REPORT_EVERY_MS = 300
/** Less than the sandbox waits for our answer, so that it hears the reason. */
const MOVE_TIMEOUT_MS = 10_000
const OFFSET_SECONDS_MAX = 1_000_000_000

/**
 * The sandbox's movable clock, shared by every process of one database: the offset is one row, each process reads it
 * several times a second and reports which version it uses. Production never starts this.
 */
export interface SharedClock {
  /** Resolves once every living process uses the new time. */
  advance(seconds: number): Promise<{ now: Date; offsetSeconds: number }>
  stop(): Promise<void>
}

export async function shareClock(deps: { db: Db; clock: OffsetClock; log: Log }): Promise<SharedClock> {
  const processId = newId<'process'>()
  let version = -1

  const follow = async () => {
    const row = await sql.readClock(deps.db)
    if (row.version > version) {
      deps.clock.setOffset(row.offset_seconds)
      version = row.version
    }
    await sql.reportProcess(deps.db, processId, version)
  }
  await sql.removeDeadProcesses(deps.db)
  await follow()

  const following = repeat(
    deps.log,
    'clock.follow',
    async () => {
      await follow()
      return REPORT_EVERY_MS
    },
    REPORT_EVERY_MS,
  )

  return {
    async advance(seconds) {
      if ((await sql.readClock(deps.db)).offset_seconds + seconds > OFFSET_SECONDS_MAX)
        throw new AppError('VALIDATION_FAILED', { detail: 'advanceSeconds: the clock cannot be advanced that far' })
      const moved = await inTransaction(deps.db, (tx) => sql.advanceClock(tx, seconds))
      await follow()
      const waitUntil = performance.now() + MOVE_TIMEOUT_MS
      while ((await sql.countProcessesBehind(deps.db, moved.version)) > 0) {
        if (performance.now() > waitUntil)
          throw new AppError('SERVICE_UNAVAILABLE', {
            detail: 'The clock was advanced, but not every process has picked it up yet.',
          })
        await sleep(50)
      }
      return { now: deps.clock.now(), offsetSeconds: moved.offset_seconds }
    },
    async stop() {
      await following.stop()
      await sql.removeProcess(deps.db, processId).catch(() => {}) // without a database the row ages out by itself
    },
  }
}
