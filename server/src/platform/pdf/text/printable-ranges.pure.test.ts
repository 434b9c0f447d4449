import { readFileSync } from 'node:fs'
import { convert } from 'fontverter'
import { Blob, Face } from 'harfbuzzjs'
import { expect, test } from 'vitest'
import { encodeRanges } from '../../../domain/text/printable-text.ts'
import { allSlices, BASE_FONT_FILES, readSlice } from './font-catalogue.ts'

/** Control, private-use and unassigned characters are not printed, blanks become spaces, and emoji are refused. */
const NOT_PRINTED = /^[\p{C}\s\p{Emoji_Presentation}\p{Default_Ignorable_Code_Point}]$/u
const ALWAYS_PRINTED = [' ', '\u200c', '\u200d'].map((character) => character.charCodeAt(0))

const charactersOf = (trueType: Uint8Array) => new Face(new Blob(trueType)).collectUnicodes()

async function printableCodePoints() {
  const codePoints = [...charactersOf(readFileSync(BASE_FONT_FILES.regular))]
  for (const [slice, ranges] of allSlices()) {
    const characters = charactersOf(await convert(Buffer.from(readSlice(slice)), 'truetype'))
    const isClaimed = (codePoint: number) => ranges.some(({ start, end }) => start <= codePoint && codePoint <= end)
    codePoints.push(...characters.filter(isClaimed))
  }
  return [...ALWAYS_PRINTED, ...codePoints.filter((codePoint) => !NOT_PRINTED.test(String.fromCodePoint(codePoint)))]
}

/** Splits the text into lines that the formatter leaves unchanged. */
function inRows(text: string): string[] {
  const rows: string[] = []
  for (const word of text.split(' ')) {
    const row = rows.at(-1)
    if (row !== undefined && row.length + word.length < 110) rows[rows.length - 1] = `${row} ${word}`
    else rows.push(word)
  }
  return rows
}

test('the characters that a profile may contain are those of the fonts (after a change of fonts: vitest -u)', async () => {
  const rows = inRows(encodeRanges(await printableCodePoints())).map((row) => `  '${row}',\n`)
  await expect(
    `/** Made from the fonts by printable-ranges.pure.test.ts; read by printable-text.ts. */\nexport const PRINTABLE_RANGES = [\n${rows.join('')}].join(' ')\n`,
  ).toMatchFileSnapshot('../../../domain/text/printable-ranges.ts')
})
