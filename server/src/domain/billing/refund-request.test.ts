import { expect, test } from 'vitest'
import {
  type InvoiceToRefund,
  noLongerRefundable,
  REFUND_STATUSES,
  refusalFor,
  sourcesOf,
  vendorRefusalFor,
} from './refund-request.ts'

const DEADLINE = new Date('2026-11-18T10:00:00Z')
const firstMonth = { cycle: 'MONTHLY', refundDeadline: DEADLINE } as const
const invoice = (change: Partial<InvoiceToRefund>): InvoiceToRefund => ({
  type: 'SUBSCRIPTION',
  status: 'PAID',
  firstMonth,
  ...change,
})
const after = (ms: number) => new Date(DEADLINE.getTime() + ms)

test.each([
  ['the setup fee', { type: 'SETUP' }, 'NOT_REFUNDABLE', 'NOT_REFUNDABLE'],
  ['a recharge', { type: 'WALLET_RECHARGE', firstMonth: null }, 'NOT_REFUNDABLE', 'NOT_REFUNDABLE'],
  ['what was refunded already', { status: 'VOID' }, 'INVALID_STATE', 'INVALID_STATE'],
  ['what is not paid', { status: 'OVERDUE' }, 'INVALID_STATE', 'INVALID_STATE'],
  ['a later month', { firstMonth: null }, 'REFUND_WINDOW_CLOSED', undefined],
  ['a quarter', { firstMonth: { cycle: 'QUARTERLY', refundDeadline: null } }, 'NOT_REFUNDABLE', undefined],
  ['a year', { firstMonth: { cycle: 'ANNUAL', refundDeadline: null } }, 'NOT_REFUNDABLE', undefined],
  [
    'a plan that was changed',
    { firstMonth: { cycle: 'MONTHLY', refundDeadline: null } },
    'REFUND_WINDOW_CLOSED',
    undefined,
  ],
  ['the first month', {}, undefined, undefined],
] as const)('%s: refusals for a vendor and for an operator', (_what, change, vendor, operator) => {
  expect(vendorRefusalFor(invoice(change), after(-1_000))?.code).toBe(vendor)
  expect(refusalFor(invoice(change))?.code).toBe(operator)
})

test('the refusal of a refunded invoice says so, and that of an unpaid one does not', () => {
  expect(refusalFor(invoice({ status: 'VOID' }))?.detail).toContain('already been refunded')
  expect(refusalFor(invoice({ status: 'DRAFT' }))?.detail).toContain('has not been paid')
})

test('the window is open up to and including its last instant', () => {
  expect(vendorRefusalFor(invoice({}), after(0))).toBeUndefined()
  expect(vendorRefusalFor(invoice({}), after(1))?.code).toBe('REFUND_WINDOW_CLOSED')
})

test('final statuses are final, and money moves only after an approval', () => {
  expect(Object.fromEntries(REFUND_STATUSES.map((to) => [to, sourcesOf(to)]))).toEqual({
    REQUESTED: [],
    APPROVED: ['REQUESTED'],
    REJECTED: ['REQUESTED', 'APPROVED'],
    WITHDRAWN: ['REQUESTED'],
    PROCESSING: ['APPROVED'],
    REFUNDED: ['PROCESSING'],
    FAILED: ['PROCESSING'],
  })
})

test('a paid invoice is no longer refundable when its value has been used elsewhere, and the refusal names where', () => {
  const reasonOf = (...of: Parameters<typeof noLongerRefundable>) => noLongerRefundable(...of)?.reason
  const paid = { status: 'PAID', leftMinorUnit: 1n } as const
  expect(reasonOf(paid, null)).toBeUndefined()
  expect(reasonOf(paid, 'NEW_CYCLE')).toBe('SUPERSEDED')
  expect(reasonOf(paid, 'BONUS')).toBe('RETURNED_AS_BONUS')
  expect(reasonOf({ ...paid, leftMinorUnit: 0n }, null)).toBe('ALREADY_REFUNDED')
  expect(reasonOf({ status: 'VOID', leftMinorUnit: 1n }, 'BONUS')).toBe('ALREADY_REFUNDED')
})
