import type { Deps } from '../../platform/deps.ts'
import * as sql from './sql.ts'

const DAY_MS = 86_400_000

/** Deletes what no longer counts towards the invitations of a day. */
export async function purgeTeam({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  await sql.purgeInvitationLog(db, new Date(clock.now().getTime() - DAY_MS))
}
