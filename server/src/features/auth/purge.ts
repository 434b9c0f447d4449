import { HOUR_MS } from '../../domain/durations.ts'
import { KNOWN_SOURCE_DAYS, REGISTRATION_TTL_HOURS, SIGN_IN_ATTACK_QUIET_SECONDS } from '../../domain/limits.ts'
import type { Deps } from '../../platform/deps.ts'
import { purgeChallenges } from './codes/challenges.cross-vendor.sql.ts'
import { purgeCodes } from './codes/codes.cross-vendor.sql.ts'
import * as sql from './cross-vendor.sql.ts'
import { purgePasskeyChallenges } from './mfa/passkeys.cross-vendor.sql.ts'
import { purgeSources } from './sign-in/sources.cross-vendor.sql.ts'

/** Deletes what can no longer be used: old codes, registrations, sessions and failure counts. */
export async function purgeAuth({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const now = clock.now().getTime()
  const anHourAgo = new Date(now - HOUR_MS)
  await purgeCodes(db, anHourAgo)
  await purgeChallenges(db, anHourAgo)
  await purgePasskeyChallenges(db, anHourAgo)
  await purgeSources(db, {
    account: new Date(now - SIGN_IN_ATTACK_QUIET_SECONDS * 1000),
    source: anHourAgo,
    known: new Date(now - KNOWN_SOURCE_DAYS * 24 * HOUR_MS),
  })
  await sql.purge(db, { attempts: new Date(now - REGISTRATION_TTL_HOURS * HOUR_MS), sessions: anHourAgo })
}
