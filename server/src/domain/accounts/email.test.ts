import { expect, test } from 'vitest'
import { normalizeEmail } from './email.ts'

test('one address has one spelling, however it is typed', () => {
  for (const typed of ['asha@shop.example', ' Asha@Shop.Example\n', 'ASHA@SHOP.EXAMPLE'])
    expect(normalizeEmail(typed)).toBe('asha@shop.example')
  expect(normalizeEmail('Jose\u0301@shop.example')).toBe('josé@shop.example')
})
