import { setTimeout as sleep } from 'node:timers/promises'
import { repeat } from '../concurrency/repeat.ts'
import { wakeAll } from '../concurrency/wakeups.ts'
import { type Db, inTransaction } from '../db/db.ts'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { OffsetClock } from './clock.ts'
import * as sql from './cross-vendor.sql.ts'

const REPORT_EVERY_MS = 300
/** Shorter than the sandbox's timeout for our answer, so that the sandbox receives the reason. */
const MOVE_TIMEOUT_MS = 10_000
const OFFSET_SECONDS_MAX = 1_000_000_000

/**
 * The movable clock of sandbox mode, shared by all processes on a database. The offset is one row; each process reads
 * it several times a second and reports which version it uses. Production never starts it.
 */
export interface SharedClock {
  /** Resolves when every live process uses the new time. */
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
      wakeAll()
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
      await sql.removeProcess(deps.db, processId).catch(() => {}) // without a database the row expires by itself
    },
  }
}
