import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import * as sql from '../launch/launch.sql.ts'

/** Whether anything is being sent, stands still, or waits for its time. */
export const hasOpenCampaigns = (db: Db, vendorId: VendorId): Promise<boolean> => sql.hasOpenCampaigns(db, vendorId)
