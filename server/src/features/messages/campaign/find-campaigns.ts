import type { Db } from '../../../platform/db/db.ts'
import * as sql from '../settlement/settle.sql.ts'

/** Which campaigns these callbacks are about, as far as their messages are known and belong to one. */
export const findCampaignsOf = (
  db: Db,
  callbacks: readonly { wamid: string; reference?: string | undefined }[],
): Promise<sql.CampaignOfCallback[]> =>
  sql.findCampaigns(
    db,
    callbacks.map(({ wamid, reference }) => ({ wamid, reference: reference ?? null })),
  )
