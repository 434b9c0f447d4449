import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NAME_WORD_CHARS_MAX, NAME_WORDS_MAX, nameWords } from './name-tokens.ts'

describe('the words of a name', () => {
  test.each([
    ['Asha Rao', ['asha', 'rao']],
    ['  ASHA   rao-Asha ', ['asha', 'rao']],
    ["Renée O'Brien", ['renee', 'o', 'brien']],
    ['José Peña', ['jose', 'pena']],
    ['Jose\u0301', ['jose']],
    ['Groß', ['gross']],
    ['İpek Yıldız', ['ipek', 'yildiz']],
    ['Ａｓｈａ', ['asha']],
    ['आशा राव', ['आशा', 'राव']],
    ['कि की', ['कि', 'की']],
    ['க்ஷ கா', ['க்ஷ', 'கா']],
    ['محمد علي', ['محمد', 'علي']],
    ['Юрий', ['юрий']],
    ['김 민준', ['김', '민준']],
    ['Smith & Sons, 2nd', ['smith', 'sons', '2nd']],
    ['…', []],
    ['', []],
  ])('of %j are %j', (name, words) => {
    expect(nameWords(name)).toEqual(words.map((word) => word.normalize('NFC')))
  })

  test('are the same with and without invisible joiners', () => {
    expect(nameWords('श्\u200dरीमती')).toEqual(nameWords('श्रीमती'))
  })

  test('do not depend on composition, and are the same when read again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const words = nameWords(name)
        expect(nameWords(name.normalize('NFD'))).toEqual(words)
        expect(nameWords(words.join(' '))).toEqual(words)
      }),
    )
  })

  test('are few, short and distinct, whatever the cell contains', () => {
    const book = Array.from({ length: 5_000 }, (_, i) => `word${i}`).join(' ')
    expect(nameWords(book)).toHaveLength(NAME_WORDS_MAX)
    expect(nameWords('x'.repeat(32_000))).toEqual(['x'.repeat(NAME_WORD_CHARS_MAX)])
  })
})
