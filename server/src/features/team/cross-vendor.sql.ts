// Purges expired rows of all vendors.

import type { Db } from '../../platform/db/db.ts'

export const purgeInvitationLog = (db: Db, before: Date) =>
  db.deleteFrom('invitation_log').where('created_at', '<', before).execute()
