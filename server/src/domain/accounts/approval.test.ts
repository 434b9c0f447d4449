import { expect, test } from 'vitest'
import { approvalExpiry, approvalStatus } from './approval.ts'

test('a request is pending for seven days to the millisecond; a decision is final', () => {
  const expiresAt = approvalExpiry(new Date('2026-03-01T10:00:00.500Z'))
  expect(expiresAt.toISOString()).toBe('2026-03-08T10:00:00.500Z')
  const at = (text: string) => new Date(text)
  expect(approvalStatus({ status: 'PENDING', expiresAt }, at('2026-03-08T10:00:00.499Z'))).toBe('PENDING')
  expect(approvalStatus({ status: 'PENDING', expiresAt }, at('2026-03-08T10:00:00.500Z'))).toBe('EXPIRED')
  for (const status of ['APPROVED', 'REJECTED'] as const)
    expect(approvalStatus({ status, expiresAt }, at('2027-01-01T00:00:00Z'))).toBe(status)
})
