import { expect, test } from 'vitest'
import { mustNotifyOwners } from './owner-notifications.ts'

const isTold = (action: string, before: object, after: object) =>
  mustNotifyOwners({ action, before: { ...before }, after: { ...after } })

test('owners are notified of invitations into a role that moves money', () => {
  expect(isTold('OPERATOR_INVITED', {}, { role: 'OWNER' })).toBe(true)
  expect(isTold('OPERATOR_INVITED', {}, { role: 'FINANCE' })).toBe(true)
  expect(isTold('OPERATOR_INVITED', {}, { role: 'SUPPORT' })).toBe(false)
})

test.each([
  ['SUPPORT', 'FINANCE', true],
  ['SUPPORT', 'OWNER', true],
  ['FINANCE', 'OWNER', true],
  ['OWNER', 'FINANCE', false],
  ['FINANCE', 'SUPPORT', false],
  ['OWNER', 'SUPPORT', false],
])('owners are told of a change from %s to %s: %s', (before, after, told) => {
  expect(isTold('OPERATOR_CHANGED', { role: before }, { role: after })).toBe(told)
})

test('owners are notified of another owner who was removed or disabled', () => {
  const owner = { role: 'OWNER', disabled: false }
  expect(isTold('OPERATOR_REMOVED', owner, {})).toBe(true)
  expect(isTold('OPERATOR_DISABLED', owner, { ...owner, disabled: true })).toBe(true)
  expect(isTold('OPERATOR_CHANGED', owner, { role: 'SUPPORT', disabled: true })).toBe(true)
  expect(isTold('OPERATOR_ENABLED', { ...owner, disabled: true }, owner)).toBe(false)
  const finance = { role: 'FINANCE', disabled: false }
  expect(isTold('OPERATOR_REMOVED', finance, {})).toBe(false)
  expect(isTold('OPERATOR_DISABLED', finance, { ...finance, disabled: true })).toBe(false)
})

test('owners are notified of second factors of operators that were reset, and not of those of vendors', () => {
  expect(mustNotifyOwners({ action: 'MFA_RESET', vendorId: null, before: {}, after: { mfaEnabled: false } })).toBe(true)
  expect(mustNotifyOwners({ action: 'MFA_RESET', vendorId: 'v1', before: {}, after: { mfaEnabled: false } })).toBe(
    false,
  )
})

test('owners are notified of confirmed operators and manually set exchange rates, and of nothing else', () => {
  expect(isTold('OPERATOR_CONFIRMED', {}, {})).toBe(true)
  expect(isTold('EXCHANGE_RATE_SET', {}, {})).toBe(true)
  expect(isTold('OPERATOR_REMOVED', { role: 'SUPPORT' }, { role: 'OWNER' })).toBe(false)
})
