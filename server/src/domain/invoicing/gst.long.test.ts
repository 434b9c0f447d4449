import { test } from 'vitest'
import { expectWholeParts } from '../../../tests/support/money/gst-amounts.ts'

test('parts add up to the whole, added and included, for 1,000,000 amounts (seed 2027)', () => {
  expectWholeParts(1_000_000, 2_027)
})
