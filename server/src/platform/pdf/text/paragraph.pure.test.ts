import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPrintable, printableText } from '../../../domain/text/printable-text.ts'
import { type CjkFamily, cjkFamilyOf } from './font-catalogue.ts'
import { FontSet } from './font-set.ts'
import { type Line, layOut, type Text } from './paragraph.ts'

const WIDE = 1_000_000

async function linesOf(text: Text, width = WIDE, cjk: CjkFamily = 'sc', weight: 'regular' | 'bold' = 'regular') {
  const fonts = new FontSet(cjk)
  let lines: Line[]
  do lines = layOut(text, weight, width, fonts)
  while (await fonts.loadMissing())
  return lines
}
const oneLine = async (text: Text, cjk?: CjkFamily) => (await linesOf(text, WIDE, cjk))[0] as Line
/** The pieces from left to right, each in its logical order. */
const seen = ({ runs }: Line) => runs.map(({ text }) => text).join('|')
const typed = (lines: readonly Line[]) => lines.map(({ runs }) => runs.map(({ text }) => text).join(''))
const glyphsOf = (lines: readonly Line[]) => lines.flatMap(({ runs }) => runs.flatMap(({ shaped }) => shaped.glyphs))

test('text is cut where the font, the script or the direction changes', async () => {
  expect(seen(await oneLine('Asha தமிழ்'))).toBe('Asha |தமிழ்')
  expect(seen(await oneLine('Asha आशा'))).toBe('Asha |आशा')
})

test('right-to-left text runs so, with numbers and Latin inside it in their own order', async () => {
  expect(seen(await oneLine('النور ABC 24'))).toBe('ABC 24| |النور')
  expect(seen(await oneLine('شارع 14 دبي'))).toBe('دبي| |14| |شارع')
  expect(seen(await oneLine('Room 5, דיזנגוף 99'))).toBe('Room 5, |99| |דיזנגוף')
})

test('values that are joined keep the order of the page, each in its own direction', async () => {
  const line = await oneLine({ values: ['دبي', '12345'], separator: ' ' })
  expect(seen(line)).toBe('دبي| |12345')
  expect(seen(await oneLine({ values: ['تل أبيب', 'Israel'], separator: ', ' }))).toBe('أبيب| |تل|, |Israel')
})

test('letters of one word are joined, stacked and reordered', async () => {
  // In "ki" the vowel sign is drawn before its consonant. In "ksha" two letters and a virama become one glyph.
  const [sign] = glyphsOf([await oneLine('कि')])
  expect(sign?.codePoints).not.toEqual(['क'.codePointAt(0)])
  expect(glyphsOf([await oneLine('க்ஷ')])).toHaveLength(1)
  const [alone, within] = [glyphsOf([await oneLine('ب')]), glyphsOf([await oneLine('ببب')])]
  const bases = (glyphs: typeof alone) => glyphs.filter(({ xAdvance }) => xAdvance > 0).map(({ id }) => id)
  expect(new Set([...bases(alone), ...bases(within)]).size).toBe(4)
})

test('joiners shape the letters beside them and are not drawn', async () => {
  const [joined, apart] = [glyphsOf([await oneLine('क्ष')]), glyphsOf([await oneLine('क्\u200cष')])]
  expect(apart.length).toBeGreaterThan(joined.length)
  expect(apart.every(({ id }) => id !== 0)).toBe(true)
})

test('lines break at spaces, between Chinese characters and between Thai words, and nothing is lost', async () => {
  for (const [text, width] of [
    ['one two three four five', 6_000],
    ['朝阳区建国门外大街甲12号双子座大厦东塔', 5_000],
    ['บริษัทน้ำทิพย์การค้าระหว่างประเทศ', 5_000],
    ['W'.repeat(60), 9_000],
  ] as const) {
    const lines = await linesOf(text, width)
    expect(lines.length).toBeGreaterThan(2)
    for (const line of lines) expect(line.width).toBeLessThanOrEqual(width)
    expect(typed(lines).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
  }
  expect(typed(await linesOf('one two three', 4_000))).toEqual(['one two', 'three'])
  const [first] = typed(await linesOf('บริษัทน้ำทิพย์การค้า', 4_500))
  expect(['บริษัท', 'บริษัทน้ำ']).toContain(first)
})

test('a letter that is wider than the line is drawn all the same', async () => {
  expect(typed(await linesOf('Wक', 1))).toEqual(['W', 'क'])
})

test('Chinese characters are drawn as in the reader’s country, unless the text names its language', async () => {
  const familyOf = async (text: string, country: string) =>
    (await oneLine(text, cjkFamilyOf([text], country))).runs[0]?.face.name.split('-')[2]
  for (const [country, family] of Object.entries({ JP: 'jp', KR: 'kr', TW: 'tc', HK: 'hk', CN: 'sc', IN: 'sc' }))
    expect(await familyOf('骨', country), country).toBe(family)
  expect(await familyOf('骨の', 'IN')).toBe('jp')
  expect(await familyOf('骨한', 'JP')).toBe('kr')
  expect(await familyOf('骨ㄅ', 'CN')).toBe('tc')
})

test('a character that only another country’s font has is taken from there', async () => {
  const line = await oneLine('込畑', 'sc')
  expect(glyphsOf([line]).every(({ id }) => id !== 0)).toBe(true)
  expect(line.runs.map(({ text }) => text).join('')).toBe('込畑')
})

const PRINTABLE = Array.from({ length: 0x30000 }, (_, codePoint) => codePoint).filter(isPrintable)

test('whatever a profile may contain is drawn with real glyphs, in every weight, alone and in company', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...PRINTABLE), { minLength: 1, maxLength: 40 }),
      fc.constantFrom<CjkFamily>('sc', 'tc', 'hk', 'jp', 'kr'),
      fc.constantFrom('regular' as const, 'bold' as const),
      async (codePoints, cjk, weight) => {
        const text = printableText(String.fromCodePoint(...codePoints))
        const lines = await linesOf(text, 8_000, cjk, weight)
        expect(glyphsOf(lines).every(({ id }) => id !== 0)).toBe(true)
        expect(typed(lines).join('')).not.toContain('\ufffd')
      },
    ),
    { numRuns: 25, seed: 20 },
  )
})
