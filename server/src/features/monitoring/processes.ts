import { hostname } from 'node:os'
import { LOCAL_FILES, processMismatches, type RunningProcess, shouldFollow } from '../../domain/processes.ts'
import { steadyClock } from '../../platform/clock/clock.ts'
import { type Running, repeat } from '../../platform/concurrency/repeat.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Db, inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'
import * as sql from './cross-vendor.sql.ts'
import { localFilesId } from './local-files.ts'
import { sharedSettings } from './shared-settings.ts'

const REPORT_MS = 10_000
/** A process that was not seen for this long has ended. */
const SEEN_WITHIN_SECONDS = 35
const FORGOTTEN_AFTER_SECONDS = 300

/**
 * Reports this process every few seconds, and logs each mismatch with the other processes once. During a rolling change
 * of a setting or an upgrade mismatches are expected for a while, so nothing is refused.
 */
export async function keepReporting(deps: Deps, version: string): Promise<Running> {
  const id = newId()
  const startedAt = deps.clock.now()
  let known: readonly string[] = []
  const report = repeat(
    deps.log,
    'processes.report',
    async () => {
      const clockAheadMs = await measureClock(deps.db)
      if (shouldFollow({ clockAheadMs, machineAheadMs: steadyClock.machineAheadMs() })) steadyClock.followMachine()
      const settings = sharedSettings(deps.config, await localFiles(deps))
      const self = { roles: deps.config.roles, host: hostname(), version, settings, clockAheadMs }
      await inTransaction(deps.db, async (tx) => {
        await sql.upsertProcess(tx, id, self, startedAt)
        await sql.deleteSilentProcesses(tx, FORGOTTEN_AFTER_SECONDS)
      })
      const problems = processMismatches(await listRunning(deps.db))
      for (const problem of problems.filter((other) => !known.includes(other)))
        deps.log.error({ event: 'processes.differ', problem })
      known = problems
      return REPORT_MS
    },
    REPORT_MS,
  )
  return {
    async stop() {
      await report.stop()
      await inTransaction(deps.db, (tx) => sql.deleteProcess(tx, id)).catch(() => {}) // its row is deleted later
    },
  }
}

/** A failing disk is reported by the readiness check. */
async function localFiles(deps: Deps): Promise<Record<string, string>> {
  const id = await localFilesId(deps).catch(() => undefined)
  return id === undefined ? {} : { [LOCAL_FILES]: id }
}

/** Running processes whose keys of the blind indexes are not those of this one. */
export async function processesWithOtherIndexKeys(db: Db, config: Config): Promise<string[]> {
  const own = sharedSettings(config)['BLIND_INDEX_KEY']
  const others = (await listRunning(db)).filter(({ settings }) => settings['BLIND_INDEX_KEY'] !== own)
  return others.map(({ roles, host }) => `${roles.join('+')} on ${host}`)
}

export const listRunning = (db: Db): Promise<RunningProcess[]> => sql.listProcesses(db, SEEN_WITHIN_SECONDS)

/** How far the clock of this process is ahead of the database's, within half a round trip. */
export async function measureClock(db: Db): Promise<number> {
  const before = Date.now()
  const there = await sql.databaseClock(db)
  return Math.round((before + Date.now()) / 2 - there.getTime())
}
