import { DAY_MS } from '../../domain/durations.ts'
import type { Deps } from '../../platform/deps.ts'
import * as sql from './sql.ts'

/** Deletes what no longer counts towards the daily limit of invitations. */
export async function purgeTeam({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  await sql.purgeInvitationLog(db, new Date(clock.now().getTime() - DAY_MS))
}
