import { REGISTRATION_TTL_HOURS } from '../../domain/limits.ts'
import type { Deps } from '../../platform/deps.ts'
import * as sql from './sql.ts'

const HOUR_MS = 3_600_000

/** Deletes what can no longer be used: old codes, registrations, sessions and counts of failures. */
export async function purgeAuth({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const now = clock.now().getTime()
  await sql.purge(db, {
    codes: new Date(now - HOUR_MS),
    attempts: new Date(now - REGISTRATION_TTL_HOURS * HOUR_MS),
    sessions: new Date(now - HOUR_MS),
    failures: new Date(now - HOUR_MS),
  })
}
