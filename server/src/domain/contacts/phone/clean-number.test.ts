import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanNumber } from './clean-number.ts'

describe('unambiguous spellings of a number are repaired', () => {
  test.each([
    ['919876543210', '919876543210'],
    ['+91 98765 43210', '+919876543210'],
    [' +91-98765-43210\t', '+919876543210'],
    ['(+91) 98765.43210', '+919876543210'],
    ['[044] 2345 6789', '04423456789'],
    ["'+919876543210", '+919876543210'],
    ['="09876543210"', '09876543210'],
    ['“9876543210”', '9876543210'],
    ['919876543210.0', '919876543210'],
    ['9876543210.00', '9876543210'],
    ['04.76.12.34.00', '0476123400'],
    ['tel:+91-98765-43210', '+919876543210'],
    ['+91\u00a098765\u202f43210', '+919876543210'],
    ['\ufeff\u202a+91\u200b98765\u200e43210\u202c', '+919876543210'],
    ['+91–98765—43210', '+919876543210'],
    ['＋９１　９８７６５－４３２１０', '+919876543210'],
    ['९८७६५ ४३२१०', '9876543210'],
    ['+٩١٩٨٧٦٥٤٣٢١٠', '+919876543210'],
    ['۰۹۸۷۶۵۴۳۲۱۰', '09876543210'],
    ['𝟗𝟖𝟕𝟔𝟓𝟒𝟑𝟐𝟏𝟎', '9876543210'],
  ])('%j is %s', (raw, digits) => expect(cleanNumber(raw)).toBe(digits))

  test('the digits of every script are converted to ASCII', () => {
    for (const zero of ['०', '০', '੦', '૦', '୦', '௦', '౦', '೦', '൦', '๐', '០', '᠐', '꘠', '𑁦', '𝟘', '𝟬'])
      for (let value = 0; value < 10; value++)
        expect(cleanNumber(String.fromCodePoint((zero.codePointAt(0) as number) + value))).toBe(`${value}`)
  })
})

describe('ambiguous spellings are malformed', () => {
  test.each([
    '',
    ' ',
    '+',
    '-',
    'n/a',
    'call me',
    '98765abcde',
    '+91 98765 43210 x12',
    '+91 98765 43210 ext. 5',
    '+91 98765 43210;ext=5',
    '98765 43210 #3',
    '9876543210/9876543211',
    '91+9876543210',
    '++919876543210',
    '9876543210+',
    "98765'43210",
    '10¹¹',
    '9.19877×10^11',
    '①②③④⑤⑥⑦⑧⑨⑩',
    '#REF!',
    '98765\u000043210',
    '\ud800',
    `+91 98765 43210${' '.repeat(250)}`,
  ])('%j', (raw) => expect(cleanNumber(raw)).toBeUndefined())

  test('every number in exponent notation', () => {
    const whole = fc.bigInt({ min: 0n, max: 10n ** 15n }).map(String)
    const sign = fc.constantFrom('', '+', '-', '−')
    const e = fc.constantFrom('e', 'E', 'Ｅ', ' E ', '×10^', '*10^', 'x10')
    const exponential = fc.tuple(
      sign,
      whole,
      fc.constantFrom('', '.', ','),
      whole,
      e,
      sign,
      fc.integer({ min: 0, max: 99 }),
    )
    fc.assert(fc.property(exponential, (parts) => cleanNumber(parts.join('')) === undefined))
  })
})

test('any cell gives digits or undefined', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(..."+0٣９.-() E='\u200b") }))
  fc.assert(fc.property(text, (raw) => /^\+?[0-9]+$/.test(cleanNumber(raw) ?? '0')))
})
