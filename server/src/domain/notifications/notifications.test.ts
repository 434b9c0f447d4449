import { expect, test } from 'vitest'
import { PAUSE_REASONS } from '../messaging/campaign.ts'
import { ADMIN_NOTIFICATION_KINDS, NOTIFICATION_KINDS, type Notification, notificationText } from './notifications.ts'

const rupees = { amountMinorUnit: 294_882, currency: 'INR' }
const about = { invoiceNumber: 'HK-2026-00001' }
const dates = {
  paidUntil: '2026-11-22T18:31:00.000Z',
  frozenFrom: '2026-11-22T18:31:00.000Z',
  endsAt: '2026-11-22T18:31:00.000Z',
  expiresAt: '2026-11-22T18:31:00.000Z',
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
  keyName: 'nightly import',
  createdBy: 'asha@example.com',
  expiresAt: '2026-11-22T18:31:00.000Z',
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
  pausedCampaigns: 2,
}

test.each(NOTIFICATION_KINDS)('%s reads as whole sentences, with a title of one line and a way on', (kind) => {
  const { title, paragraphs, action } = notificationText({ ...FIGURES, kind } as Notification, 'Asia/Kolkata')
  expect(title).toMatch(/^\S[^\n.]*(\.\d\d[^\n.]*)?$/)
  expect(title.length).toBeLessThan(80)
  expect(paragraphs.length).toBeGreaterThan(0)
  for (const paragraph of paragraphs) expect(paragraph).toMatch(/^\S.*[.:]$/)
  for (const text of [title, ...paragraphs]) expect(text).not.toMatch(/undefined|null|NaN|Invalid|\[object/)
  expect(action.path).toMatch(/^\//)
  expect(action.label).toMatch(/^[A-Z][a-z]+ \w/)
})

test("instants are shown in the vendor's time zone", () => {
  const ends = (timezone: string) =>
    notificationText({ kind: 'SUBSCRIPTION_CANCELLED', plan: 'SMB', endsAt: dates.endsAt }, timezone)
  expect(ends('Asia/Kolkata').paragraphs[0]).toContain('23 November 2026 at 12:01 am')
  expect(ends('UTC').paragraphs[0]).toContain('22 November 2026 at 6:31 pm')
})

test('amounts are shown in the style of their currency', () => {
  const low = { kind: 'LOW_BALANCE', balanceMinorUnit: 123_456, thresholdMinorUnit: 200_000 } as const
  expect(notificationText({ ...low, currency: 'KWD' }, 'UTC').paragraphs[0]).toContain('KWD\u00a0123.456')
})

test('a vendor that closes an empty wallet is not promised a payout', () => {
  const approved = { kind: 'REFUND_APPROVED', invoiceNumber: null, amountMinorUnit: 0, currency: 'INR' } as const
  const { title, paragraphs } = notificationText(approved, 'UTC')
  expect([title, ...paragraphs].join(' ')).not.toMatch(/0\.00|refund/)
})

test('known rejection reasons of the provider are shown in our own words', () => {
  const rejected = { kind: 'TEMPLATE_REJECTED', template: 'a', language: 'en' } as const
  const why = (reason: string | null) => notificationText({ ...rejected, reason }, 'UTC').paragraphs.join(' ')
  expect(why('INVALID_FORMAT')).toContain('its variables or its format are invalid')
  expect(why('SOMETHING_NEW')).toContain('“SOMETHING_NEW”')
  expect(why(null)).not.toMatch(/reason|reviewers/)
})

/** The title and all paragraphs of a notification. */
const textOf = (notification: object) => {
  const figures: object = { ...FIGURES, ...notification }
  const { title, paragraphs } = notificationText(figures as Notification, 'Asia/Kolkata')
  expect(paragraphs.filter((paragraph) => !/^\S.*[.:]$/.test(paragraph))).toEqual([])
  return [title, ...paragraphs].join(' ')
}

test('members see the balance, the plan and the campaigns; payments and refunds are for administrators', () => {
  expect(NOTIFICATION_KINDS.filter((kind) => !ADMIN_NOTIFICATION_KINDS.includes(kind))).toEqual([
    'LOW_BALANCE',
    'MESSAGES_WAITING',
    ...NOTIFICATION_KINDS.filter((kind) =>
      /^(SUBSCRIPTION|PAYMENT_FAILED|PAYMENT_REMINDER|TRIAL|TEMPLATE|CAMPAIGN|VENDOR)/.test(kind),
    ),
  ])
})

test.each(PAUSE_REASONS)('a campaign paused by %s says why, and what resumes it', (pauseReason) => {
  const { paragraphs } = notificationText({ ...FIGURES, kind: 'CAMPAIGN_PAUSED', pauseReason } as Notification, 'UTC')
  expect(paragraphs).toHaveLength(2)
  expect(paragraphs[0]).toMatch(/^The campaign “Diwali offers” is paused\. [A-Z].*\.$/)
  expect(paragraphs[1]).toMatch(/^[A-Z].*\.$/)
})

test.each(['REFUND_REQUESTED', 'REFUND_REJECTED', 'REFUND_WITHDRAWN', 'REFUND_FAILED'])(
  '%s names the invoice, or the account and its wallet',
  (kind) => {
    expect(textOf({ kind })).toContain('HK-2026-00001')
    expect(textOf({ kind, invoiceNumber: null })).toMatch(/\b(account|wallet)\b/)
    expect(textOf({ kind, invoiceNumber: null })).not.toContain('HK-2026-00001')
  },
)

test('a refused or failed request says what was asked for', () => {
  expect(textOf({ kind: 'REFUND_REJECTED' })).toContain('your request for a refund of HK-2026-00001')
  expect(textOf({ kind: 'REFUND_REJECTED', invoiceNumber: null })).toContain('your request to close your account')
  expect(textOf({ kind: 'REFUND_FAILED' })).toContain('the refund of HK-2026-00001')
  expect(textOf({ kind: 'REFUND_FAILED', invoiceNumber: null })).toContain('the refund of your wallet')
})

test('notices about a template name it and its language', () => {
  for (const kind of NOTIFICATION_KINDS.filter((name) => name.startsWith('TEMPLATE')))
    expect(textOf({ kind })).toContain('order_update (en_US)')
  expect(textOf({ kind: 'TEMPLATE_PAUSED', reason: null })).not.toContain('reason')
})

test('an approved refund names its amount, and says that sending stops when it closes the account', () => {
  expect(textOf({ kind: 'REFUND_APPROVED' })).toMatch(/^Your refund is approved ₹2,948\.82/)
  expect(textOf({ kind: 'REFUND_APPROVED' })).not.toContain('No more messages')
  expect(textOf({ kind: 'REFUND_APPROVED', invoiceNumber: null })).toContain('No more messages')
})

test('a closed account is notified of each amount that it gets or loses, and of no other', () => {
  const closed = (amounts: object) =>
    textOf({ kind: 'EXIT_DONE', manualPayoutMinorUnit: 0, forfeitMinorUnit: 0, ...amounts })
  expect(textOf({ kind: 'EXIT_DONE' })).toMatch(/₹980\.00.*₹20\.00.*₹10\.00.*₹5\.00/)
  expect(closed({})).not.toMatch(/original payment method|not paid out/)
  expect(closed({ manualPayoutMinorUnit: 1 })).toContain('₹0.01 of this cannot be refunded')
  expect(closed({ forfeitMinorUnit: 1 })).toContain('₹0.01 is not paid out')
  expect(closed({ refundMinorUnit: 0 })).toContain('no balance to pay out')
  expect(closed({ refundMinorUnit: 1 })).toContain('₹0.01 is on its way')
})

test('bonus is mentioned where there is one', () => {
  expect(textOf({ kind: 'WALLET_CREDITED', isBonus: true })).toMatch(
    /₹2,948\.82 bonus credited.*Bonus credit is spent first/,
  )
  expect(textOf({ kind: 'WALLET_CREDITED', isBonus: false })).toContain('₹2,948.82 credited')
  expect(textOf({ kind: 'WALLET_CREDITED', isBonus: false })).not.toMatch(/bonus/i)
  expect(textOf({ kind: 'SUBSCRIPTION_CHANGED' })).toContain('₹50.00, is in your wallet as bonus credit')
  expect(textOf({ kind: 'SUBSCRIPTION_CHANGED', bonusMinorUnit: 1 })).toContain('₹0.01')
  expect(textOf({ kind: 'SUBSCRIPTION_CHANGED', bonusMinorUnit: 0 })).not.toContain('bonus')
})

test('the reminder of the seventh day is the last', () => {
  expect([6, 7, 8].map((day) => textOf({ kind: 'PAYMENT_REMINDER', day }).startsWith('Final'))).toEqual([
    false,
    true,
    true,
  ])
})

test('plans and cycles have readable names; an unknown one is shown as it is', () => {
  const started = (plan: string, cycle: string) => textOf({ kind: 'SUBSCRIPTION_STARTED', plan, cycle })
  expect(started('SMB', 'MONTHLY')).toContain('Your monthly SMB plan')
  expect(started('ENTERPRISE', 'QUARTERLY')).toContain('Your quarterly Enterprise plan')
  expect(started('CUSTOM', 'ANNUAL')).toContain('Your annual custom plan')
  expect(started('TINY', 'WEEKLY')).toContain('Your WEEKLY TINY plan')
})

test('a payment that could not be credited is explained to the vendor, with its amount and number', () => {
  const text = textOf({ kind: 'PAYMENT_UNPLACED', reason: 'AMOUNT_MISMATCH' })
  expect(text).toMatch(/₹2,948\.82.*differs from the amount.*pay_DESlfW9H8K9uqM/)
})
