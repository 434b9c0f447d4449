import { expect, test } from 'vitest'
import { NOTICE_KINDS, type Notice, noticeWords } from './notices.ts'

const rupees = { amountMinorUnit: 294_882, currency: 'INR' }
const about = { invoiceNumber: 'HK-2026-00001' }
const dates = {
  paidUntil: '2026-11-22T18:31:00.000Z',
  frozenFrom: '2026-11-22T18:31:00.000Z',
  endsAt: '2026-11-22T18:31:00.000Z',
}
/** Figures for every kind. */
const FIGURES = {
  ...rupees,
  ...about,
  ...dates,
  gatewayPaymentId: 'pay_DESlfW9H8K9uqM',
  plan: 'ENTERPRISE',
  cycle: 'MONTHLY',
  day: 4,
  isBonus: true,
  balanceMinorUnit: 100,
  thresholdMinorUnit: 20_000,
  bonusMinorUnit: 5_000,
  creditNoteNumber: 'CN-2026-00001',
  refundMinorUnit: 98_000,
  feeMinorUnit: 2_000,
  forfeitMinorUnit: 500,
  manualPayoutMinorUnit: 1_000,
  template: 'order_update',
  language: 'en_US',
  reason: 'INVALID_FORMAT',
  from: 'MARKETING',
  to: 'UTILITY',
  campaignId: '0198c0de-0000-7000-8000-000000000000',
  campaign: 'Diwali offers',
  pauseReason: 'FAILURE_RATE',
  recipients: 200,
  accepted: 190,
  failed: 10,
}

test.each(NOTICE_KINDS)('%s reads as whole sentences, with a title of one line and a way on', (kind) => {
  const { title, paragraphs, action } = noticeWords({ ...FIGURES, kind } as Notice, 'Asia/Kolkata')
  expect(title).toMatch(/^\S[^\n.]*(\.\d\d[^\n.]*)?$/)
  expect(title.length).toBeLessThan(80)
  for (const paragraph of paragraphs) expect(paragraph).toMatch(/^\S.*[.:]$/)
  for (const text of [title, ...paragraphs]) expect(text).not.toMatch(/undefined|null|NaN|Invalid|\[object/)
  expect(action.path).toMatch(/^\//)
})

test("instants are shown in the vendor's time zone", () => {
  const ends = (timezone: string) =>
    noticeWords({ kind: 'SUBSCRIPTION_CANCELLED', plan: 'SMB', endsAt: dates.endsAt }, timezone)
  expect(ends('Asia/Kolkata').paragraphs[0]).toContain('23 November 2026 at 12:01 am')
  expect(ends('UTC').paragraphs[0]).toContain('22 November 2026 at 6:31 pm')
})

test('amounts are shown in the style of their currency', () => {
  const low = { kind: 'LOW_BALANCE', balanceMinorUnit: 123_456, thresholdMinorUnit: 200_000 } as const
  expect(noticeWords({ ...low, currency: 'KWD' }, 'UTC').paragraphs[0]).toContain('KWD\u00a0123.456')
})

test('a vendor that closes an empty wallet is not promised a payout', () => {
  const approved = { kind: 'REFUND_APPROVED', invoiceNumber: null, amountMinorUnit: 0, currency: 'INR' } as const
  const { title, paragraphs } = noticeWords(approved, 'UTC')
  expect([title, ...paragraphs].join(' ')).not.toMatch(/0\.00|refund/)
})

test('known rejection reasons of the provider are shown in our own words', () => {
  const rejected = { kind: 'TEMPLATE_REJECTED', template: 'a', language: 'en' } as const
  const why = (reason: string | null) => noticeWords({ ...rejected, reason }, 'UTC').paragraphs.join(' ')
  expect(why('INVALID_FORMAT')).toContain('its variables or its format are invalid')
  expect(why('SOMETHING_NEW')).toContain('“SOMETHING_NEW”')
  expect(why(null)).not.toMatch(/reason|reviewers/)
})
