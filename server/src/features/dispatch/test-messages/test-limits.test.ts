import { beforeAll, describe, expect, test } from 'vitest'
import { newSender, type Sender } from '../../../../tests/support/campaigns/campaigns.ts'
import { startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { startRatesFeed } from '../../../../tests/support/services/rates-feed.ts'
import { DAY_MS } from '../../../domain/durations.ts'
import { TEST_MESSAGES_PER_DAY_MAX, TEST_MESSAGES_PER_NUMBER_DAY_MAX } from '../../../domain/limits.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { mobileHash } from '../../contacts/codec.ts'
import { insertSingle } from '../../messages/singles/single.sql.ts'

let product: TestProduct
beforeAll(async () => {
  const feed = await startRatesFeed()
  product = await startProduct({ env: { RATES_URL: feed.url } })
  feed.quote({}, () => product.deps.clock.now())
})

const NUMBER = '919876543210'
const send = ({ token, templateId }: Sender, mobile = NUMBER) =>
  product.post(`/templates/${templateId}/test`, { mobile }, { token })

/** Test messages of an hour ago that have ended. */
async function givenTests({ vendorId }: Sender, count: number, mobile: (i: number) => string) {
  const { db, clock, blindIndex } = product.deps
  const at = new Date(clock.now().getTime() - DAY_MS / 24)
  await inTransaction(db, async (tx) => {
    for (let i = 0; i < count; i++) {
      const id = newId<'message'>()
      const what = {
        id,
        kind: 'TEST',
        contactId: null,
        countryCode: 'IN',
        category: 'UTILITY',
        autoReplyId: null,
      } as const
      const rest = { mobileHash: mobileHash(blindIndex, vendorId, mobile(i)), costMinorUnit: 0n }
      await insertSingle(tx, vendorId, { ...what, ...rest, contentCipher: Buffer.alloc(1) }, at)
      const ended = { status: 'CANCELLED', settled_as: 'REFUNDED' } as const
      await tx.updateTable('message').set(ended).where('vendor_id', '=', vendorId).where('id', '=', id).execute()
    }
  })
}

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

describe('test messages', () => {
  test('to one number are limited per day, even when many are requested at once, in any spelling', async () => {
    const sender = await newSender(product)
    await givenTests(sender, TEST_MESSAGES_PER_NUMBER_DAY_MAX - 2, () => NUMBER)
    const spellings = ['+91 98765 43210', NUMBER, '+91-98765-43210', '00919876543210', '+919876543210', NUMBER]
    const answers = await Promise.all(spellings.map((mobile) => send(sender, mobile)))
    expect(statusesOf(answers)).toEqual([202, 202, 422, 422, 422, 422])
    const refused = answers.find(({ status }) => status === 422)
    expect(refused?.body).toMatchObject({ code: 'TEST_LIMIT', detail: expect.stringContaining('20 test messages') })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(22 * 3_600)
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(23 * 3_600)
    expect((await send(sender, '919876543211')).status).toBe(202)
    expect((await send(await newSender(product))).status).toBe(202)
  })

  test('to all numbers together are limited per day', async () => {
    const sender = await newSender(product)
    await givenTests(sender, TEST_MESSAGES_PER_DAY_MAX - 1, (i) => `9198765${String(i).padStart(5, '0')}`)
    const answers = await Promise.all([1, 2, 3].map((i) => send(sender, `91988880000${i}`)))
    expect(statusesOf(answers)).toEqual([202, 422, 422])
    expect(answers.find(({ status }) => status === 422)).toMatchObject({
      body: { code: 'TEST_LIMIT', detail: expect.stringContaining('100 test messages') },
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    })
  })
})
