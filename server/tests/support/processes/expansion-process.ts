import type { VendorId } from '../../../src/domain/ids.ts'
import { expandCampaign } from '../../../src/features/campaigns/launch/expand.ts'
import { OffsetClock } from '../../../src/platform/clock/clock.ts'
import { armCrashPoint, type CrashPoint } from '../../../src/platform/crash-point.ts'
import { openDatabase } from '../../../src/platform/db/db.ts'

/** Expands a campaign in a separate process, which may crash at a given point. */
const { url, vendorId, campaignId, crashAt } = JSON.parse(process.argv[2] ?? '{}') as {
  url: string
  vendorId: VendorId
  campaignId: string
  crashAt?: CrashPoint
}
armCrashPoint(crashAt)
const { db, close } = openDatabase({ url, poolSize: 2, onError: () => {} })
const say = (word: string) => process.stdout.write(`${JSON.stringify(word)}\n`)
say('begun')
await expandCampaign({ db, clock: new OffsetClock() }, vendorId, campaignId)
say('done')
await close()
