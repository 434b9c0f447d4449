import { DAY_MS } from '../../domain/durations.ts'
import type { Deps } from '../../platform/deps.ts'
import * as crossVendor from './cross-vendor.sql.ts'

/** Deletes what no longer counts towards the daily limit of invitations. */
export async function purgeTeam({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  await crossVendor.purgeInvitationLog(db, new Date(clock.now().getTime() - DAY_MS))
}
