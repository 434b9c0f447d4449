import { expect, test } from 'vitest'
import { planDescription } from './effects.ts'

test('a plan is described with Indian dates, as in the header of its invoice', () => {
  const lateInLondon = { start: new Date('2026-11-15T20:30:00Z'), end: new Date('2026-12-15T20:30:00Z') }
  expect(planDescription('SMB', lateInLondon)).toBe('SMB plan, 16 Nov 2026 to 16 Dec 2026')
})
