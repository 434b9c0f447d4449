import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database/database.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { type Database, openDatabase } from '../db/db.ts'
import { newId } from '../ids.ts'
import { createLog } from '../log.ts'
import { OffsetClock } from './clock.ts'
import { type SharedClock, shareClock } from './shared-clock.ts'

let database: Database
let one: Process
let two: Process
beforeAll(async () => {
  database = openDatabase({ url: await createTestDatabase(), poolSize: 10, onError: () => {} })
  ;[one, two] = [await startProcess(), await startProcess()]
})
afterAll(async () => {
  await Promise.all([one.shared.stop(), two.shared.stop()])
  await database.close()
})

interface Process {
  clock: OffsetClock
  shared: SharedClock
}

/** The clock of one process, which follows the shared row. */
async function startProcess(): Promise<Process> {
  const clock = new OffsetClock()
  return { clock, shared: await shareClock({ db: database.db, clock, log: createLog('silent') }) }
}

const offsetOf = ({ clock }: Process) => Math.round((clock.now().getTime() - Date.now()) / 1000)
const rowOffset = async () =>
  (await database.db.selectFrom('sandbox_clock').select('offset_seconds').executeTakeFirstOrThrow()).offset_seconds

/** A process that exists only as a row: last seen `secondsAgo`, and it never follows a move. */
async function reportBy(secondsAgo: number) {
  const id = newId<'process'>()
  await sql`insert into process (id, clock_version, seen_at)
    values (${id}, -1, clock_timestamp() - make_interval(secs => ${secondsAgo}))`.execute(database.db)
  onTestFinished(async () => {
    await database.db.deleteFrom('process').where('id', '=', id).execute()
  })
  return id
}

describe('the clock that all processes share', () => {
  test('once a move is answered, every process uses the new time', async () => {
    for (const mover of [one, two, one]) {
      const before = offsetOf(one)
      const { now, offsetSeconds } = await mover.shared.advance(3_600)
      expect([offsetOf(one), offsetOf(two)]).toEqual([before + 3_600, before + 3_600])
      expect(offsetSeconds).toBe(await rowOffset())
      expect(Math.abs(now.getTime() - one.clock.now().getTime())).toBeLessThan(5_000)
    }
  })

  test('a move is not answered while a living process has not followed', async () => {
    const slow = await reportBy(-60) // seen a minute from now, so it is alive throughout the test
    const before = offsetOf(two)
    let answered = false
    const moving = one.shared.advance(60).then(() => {
      answered = true
    })
    await eventually(() => expect(offsetOf(two)).toBe(before + 60), 10_000)
    expect(answered).toBe(false)
    await database.db.updateTable('process').set({ clock_version: 1_000_000 }).where('id', '=', slow).execute()
    await moving
  })

  test('a dead process delays no clock change, and one that dies during it delays it only briefly', async () => {
    await reportBy(3_600)
    await one.shared.advance(60)
    await reportBy(0)
    const start = performance.now()
    await one.shared.advance(60)
    expect(performance.now() - start).toBeLessThan(10_000)
  })

  test('moves made at the same moment, by any process, add up', async () => {
    const before = await rowOffset()
    const moves = Array.from({ length: 10 }, (_, i) => (i % 2 ? one : two).shared.advance(i + 1))
    const answers = await Promise.all(moves)
    expect(await rowOffset()).toBe(before + 55)
    expect(new Set(answers.map(({ offsetSeconds }) => offsetSeconds)).size).toBe(10)
    expect([offsetOf(one), offsetOf(two)]).toEqual([before + 55, before + 55])
  })

  test('time never goes back while the clock is moved', async () => {
    let done = false
    const watch = async ({ clock }: Process) => {
      let last = clock.now()
      for (; !done; await nextTurn()) {
        const now = clock.now()
        expect(now.getTime()).toBeGreaterThanOrEqual(last.getTime())
        last = now
      }
    }
    const watching = [watch(one), watch(two)]
    await Promise.all([one.shared.advance(5), two.shared.advance(7), one.shared.advance(11)])
    await two.shared.advance(13)
    done = true
    await Promise.all(watching)
  })

  test('a process that starts later begins with the time of the others; one that stopped is not waited for', async () => {
    const third = await startProcess()
    expect(offsetOf(third)).toBe(offsetOf(one))
    await third.shared.stop()
    const before = offsetOf(third)
    await one.shared.advance(60)
    expect(offsetOf(third)).toBe(before)
    expect(offsetOf(two)).toBe(before + 60)
  })
})
