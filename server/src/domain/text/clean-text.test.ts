import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'

describe('a clean text', () => {
  test.each([
    ['  Asha   Rao ', 'Asha Rao'],
    ['Asha\r\n\tRao', 'Asha Rao'],
    ['Asha\u00a0Rao', 'Asha Rao'],
    ['Jose\u0301', 'José'],
    ['a\0b', 'a b'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['\ufeffName', 'Name'],
    ['e\u200b\u0301', 'é'],
    ['half \ud83d of one', 'half of one'],
    ['क्\u200dष', 'क्\u200dष'],
    ['👩\u200d🚀', '👩\u200d🚀'],
    ['', ''],
  ])('of %j is %j', (text, clean) => {
    expect(cleanText(text)).toBe(clean)
  })

  test('is the same when cleaned again, composed, and one line without control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = cleanText(text)
        expect(cleanText(clean)).toBe(clean)
        expect(clean.normalize('NFC')).toBe(clean)
        expect(clean).not.toMatch(/\p{Cc}|\s\s|^\s|\s$/u)
      }),
    )
  })
})
