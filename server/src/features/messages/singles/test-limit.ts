import { DAY_MS } from '../../../domain/durations.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { TEST_MESSAGES_PER_DAY_MAX, TEST_MESSAGES_PER_NUMBER_DAY_MAX } from '../../../domain/limits.ts'
import { secondsUntilAllowed } from '../../../domain/sliding-limit.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import * as sql from './single.sql.ts'

/**
 * Test messages go to any number, without a contact and outside campaigns, so they could be used to write to many people
 * or very often to one.
 */
export async function assertMaySendTest(
  tx: Tx,
  { blindIndex }: Pick<Deps, 'blindIndex'>,
  vendorId: VendorId,
  mobileHash: Buffer,
  now: Date,
) {
  await sql.lockTests(tx, vendorId)
  const sent = await sql.listTestsSince(tx, vendorId, new Date(now.getTime() - DAY_MS))
  const assertBelow = (max: number, counted: typeof sent, detail: string) => {
    const times = counted.map(({ at }) => at)
    const retryAfterSeconds = secondsUntilAllowed(times, max, DAY_MS, now)
    if (retryAfterSeconds > 0) throw new AppError('TEST_LIMIT', { detail, retryAfterSeconds })
  }
  assertBelow(
    TEST_MESSAGES_PER_NUMBER_DAY_MAX,
    sent.filter((one) => blindIndex.isSame(one.mobileHash, mobileHash)),
    `This number got ${TEST_MESSAGES_PER_NUMBER_DAY_MAX} test messages within a day. Use another number, or try again tomorrow.`,
  )
  assertBelow(
    TEST_MESSAGES_PER_DAY_MAX,
    sent,
    `You have sent ${TEST_MESSAGES_PER_DAY_MAX} test messages within a day. Try again tomorrow.`,
  )
}
