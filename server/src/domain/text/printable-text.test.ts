import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeRanges, isPrintable, printableText, printProblem } from './printable-text.ts'

/** Outside of the tests, so that a mutation run tries all of them on what fills the cache of ranges. */
const IS_PRINTABLE = isPrintable(0x41)

test('ranges are few and exact', () => {
  expect(IS_PRINTABLE).toBe(true)
  expect(encodeRanges([7, 5, 6, 100, 5])).toBe('5.2 2l')
  expect(encodeRanges([0, 1, 3])).toBe('0.1 2')
  expect(encodeRanges([])).toBe('')
})

test.each([
  'A',
  'ß',
  'Я',
  'Ω',
  'क',
  'த',
  'త',
  'ব',
  'ગ',
  'ಕ',
  'മ',
  'ਪ',
  'ଓ',
  'ش',
  'ש',
  'ก',
  '漢',
  'か',
  '한',
  '₹',
  '№',
  '＆',
])('%s is printable', (character) => expect(printProblem(character)).toBeUndefined())

test('emoji are rejected as such, other characters by name and position, and the text is never quoted', () => {
  expect(printProblem('Asha 😀')).toBe('must not contain emoji: invoices cannot print them')
  expect(printProblem('🇮🇳')).toContain('emoji')
  expect(printProblem('\0')).toContain('U+0000, position 1)')
  for (const [text, name] of [
    ['Asha \u{e000}', 'U+E000, position 6)'],
    ['𠮷\u{10ffff}', 'U+10FFFF, position 2)'],
    ['\u0378', 'U+0378, position 1)'],
    ['ᠮ', 'U+182E, position 1)'],
  ] as const) {
    expect(printProblem(text)).toContain(name)
    expect(printProblem(text)).not.toContain('Asha')
  }
})

test('invisible characters except joiners are removed, and white space becomes single spaces', () => {
  expect(printableText('\u200eA\u00adsha\u2066 \u3164\ufe0f\u{e0100}T\u200b\u3000 r\ufeff')).toBe('Asha T r')
  expect(printableText('क्\u200dष')).toBe('क्\u200dष')
  expect(printableText('\u200b\u2060\u3164')).toBe('')
})

test('every text becomes printable unchanged or is rejected', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0x10ffff), { maxLength: 30 }), (codePoints) => {
      const clean = printableText(String.fromCodePoint(...codePoints))
      expect(printableText(clean)).toBe(clean)
      const isClean = [...clean].every((character) => isPrintable(character.codePointAt(0) ?? 0))
      expect(printProblem(clean) === undefined).toBe(isClean)
    }),
  )
})
