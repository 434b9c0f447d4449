import { expect, test } from 'vitest'
import { planLine } from './effects.ts'

test('a plan is billed for the days of India, as the head of its invoice names them', () => {
  const lateInLondon = { start: new Date('2026-11-15T20:30:00Z'), end: new Date('2026-12-15T20:30:00Z') }
  expect(planLine('SMB', lateInLondon)).toBe('SMB plan, 16 Nov 2026 to 16 Dec 2026')
})
