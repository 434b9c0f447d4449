import type { VendorId } from '../../../domain/ids.ts'
import { timelineStep } from '../../../domain/messaging/timeline.ts'
import type { Db } from '../../../platform/db/db.ts'
import * as sql from './timeline.sql.ts'

/** Status changes of a campaign's messages over time, from the launch to the last change, without gaps. */
export async function messageTimeline(db: Db, vendorId: VendorId, campaignId: string, from: Date) {
  const until = (await sql.lastEventAt(db, vendorId, campaignId)) ?? from
  const stepSeconds = timelineStep(from, until)
  const rows = await sql.countByStep(db, vendorId, campaignId, { from, stepSeconds })
  const byStep = new Map(rows.map((row) => [row.step, row]))
  const count = Math.max(-1, ...byStep.keys()) + 1
  return {
    stepSeconds,
    steps: Array.from({ length: count }, (_, step) => {
      const row = byStep.get(step)
      return {
        at: new Date(from.getTime() + step * stepSeconds * 1_000).toISOString(),
        sent: Number(row?.sent ?? 0),
        delivered: Number(row?.delivered ?? 0),
        failed: Number(row?.failed ?? 0),
      }
    }),
  }
}
