import { test } from 'vitest'
import { checkPrices } from '../../../tests/support/money/price-cases.ts'

test('1,000,000 audiences agree with exact fractions', () => checkPrices(4_202_611, 1_000_000))
