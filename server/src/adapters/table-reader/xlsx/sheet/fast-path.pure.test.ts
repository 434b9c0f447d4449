import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SeededRandom, seededRandom } from '../../../../../tests/support/random/seeded-random.ts'
import { sheetXml } from '../../../../../tests/support/tables/written-workbook.ts'
import { TableUnreadable } from '../../../../ports/table-reader.ts'
import { type XmlParser, xmlParser } from '../../office/xml-parser.ts'
import { parserWithFastPath } from './fast-path.ts'
import { plainString, stringHandlers } from './shared-strings.ts'
import { sheetHandlers } from './sheet.ts'
import { sheetBuilder } from './sheet-builder.ts'
import { plainRow } from './sheet-plain-row.ts'

/** Small pieces, so that every position in the text is a boundary at times. */
function feed(parser: XmlParser, xml: string, pieceChars: number): string {
  try {
    for (let at = 0; at < xml.length; at += pieceChars) parser.write(xml.slice(at, at + pieceChars))
    parser.end()
    return 'read'
  } catch (error) {
    if (error instanceof TableUnreadable) return error.reason
    throw error
  }
}

/** Output before an error is discarded with the file, and its amount depends on the pieces. */
const outcome = (end: string, items: unknown[]) => ({ end, items: end === 'read' ? items : [] })

const CONTEXT = {
  sharedStrings: { at: (index: number) => (index < 50 ? `string ${index}` : undefined) },
  formats: [undefined, 'date' as const],
  is1904: false,
}

function sheetBoth(xml: string, pieceChars: number) {
  return [true, false].map((withShortcut) => {
    const builder = sheetBuilder(CONTEXT)
    const handlers = sheetHandlers(builder)
    const parser = withShortcut ? parserWithFastPath(handlers, plainRow(builder)) : xmlParser(handlers)
    return outcome(feed(parser, xml, pieceChars), builder.takeRows())
  })
}

function stringsBoth(xml: string, pieceChars: number) {
  return [true, false].map((withShortcut) => {
    const strings: string[] = []
    const add = (raw: string) => void strings.push(raw)
    const parser = withShortcut
      ? parserWithFastPath(stringHandlers(add), plainString(add))
      : xmlParser(stringHandlers(add))
    return outcome(feed(parser, xml, pieceChars), strings)
  })
}

const TEXTS = [
  '',
  'Asha',
  ' é 😀 ',
  'a\nb',
  'a&amp;b',
  '&#65;',
  '<![CDATA[</row></si>]]>',
  '<!-- </row></si> -->x',
  'a]]b',
  '1',
  '_x000D_',
  'a>b',
  '45352.5',
]
const CELL_STARTS = [
  '<c>',
  '<c t="str">',
  '<c s="1">',
  '<c s="0" t="n">',
  '<c t="s">',
  '<c t="inlineStr">',
  '<c t="b" s="1">',
  '<c\n>',
  '<c t="e" cm="1">',
  "<c t='str'>",
]
const cellOf = (c: SeededRandom) => {
  const text = c.pick(TEXTS)
  const inner = [
    `<v>${text}</v>`,
    `<f>A1</f><v>${c.below(60)}</v>`,
    `<is><t>${text}</t></is>`,
    `<is><t xml:space="preserve">${text}</t></is>`,
    `<is><r><t>${text}</t></r></is>`,
    '',
    '<v/>',
    ' <v>1</v> ',
    `<v>${c.below(60)}</v>`,
    `<v>${c.below(50)}</v>`,
  ]
  return c.below(9) ? `${c.pick(CELL_STARTS)}${c.pick(inner)}</c>` : c.pick(['<c/>', '<c s="1"/>', '<c />'])
}
const rowOf = (c: SeededRandom) => {
  const start = c.pick([
    '<row>',
    '<row spans="1:4">',
    '<row ht="15" customHeight="1">',
    '<row hidden="true" ht="1">',
    '<row >',
    '\n<row>',
  ])
  const cells = Array.from({ length: c.below(6) }, () => cellOf(c)).join('')
  return c.below(12)
    ? `${start}${cells}</row>`
    : c.pick(['<row/>', '<row></row >', '<!-- <row> </row> -->', '\n', 'text', '<other><row></row></other>'])
}
const stringOf = (c: SeededRandom) => {
  const text = c.pick(TEXTS)
  return c.pick([
    `<si><t>${text}</t></si>`,
    `<si><t>${text}</t></si>`,
    `<si><t xml:space="preserve">${text}</t></si>`,
    `\n<si><r><t>${text}</t></r><rPh><t>x</t></rPh></si>`,
    '<si/>',
    `<x><si><t>${text}</t></si></x>`,
    `<si ><t>${text}</t></si >`,
  ])
}
/** Split between characters: decoded bytes never contain half of one. */
const spoil = (c: SeededRandom, xml: string) => {
  const characters = Array.from(xml)
  const at = c.below(characters.length)
  const instead = c.pick(['', '<', '>', '&', '"', '/', ' ', '\0', ']]>', '</row>', '<row>', '</si>', 'r="5"'])
  return [...characters.slice(0, at), instead, ...characters.slice(at + c.below(3))].join('')
}

describe('the fast path reads a part exactly as the XML parser does', () => {
  const seeds = fc.record({
    seed: fc.integer({ min: 1 }),
    pieceChars: fc.integer({ min: 1, max: 400 }),
    spoils: fc.nat(2),
  })

  test('a declaration of an unusual encoding, whatever follows it', () => {
    const xml = '<?xml version="1.0" encoding="UT8"?><worksheet><sheetData><ro></row></sheetData></worksheet>'
    for (const pieceChars of [1, 50, 5_000])
      for (const { end } of sheetBoth(xml, pieceChars)) expect(end).toMatch('unsupported text encoding')
  })

  test('a sheet, valid or damaged', () => {
    fc.assert(
      fc.property(seeds, ({ seed, pieceChars, spoils }) => {
        const c = seededRandom(seed)
        let xml = sheetXml(Array.from({ length: 1 + c.below(25) }, () => rowOf(c)).join(''))
        for (let i = 0; i < spoils; i++) xml = spoil(c, xml)
        const [shortcut, parser] = sheetBoth(xml, pieceChars)
        expect(shortcut).toEqual(parser)
      }),
      { numRuns: 1_500 },
    )
  })

  test('the shared strings, valid or damaged', () => {
    fc.assert(
      fc.property(seeds, ({ seed, pieceChars, spoils }) => {
        const c = seededRandom(seed)
        let xml = `<sst>${Array.from({ length: 1 + c.below(25) }, () => stringOf(c)).join('')}</sst>`
        for (let i = 0; i < spoils; i++) xml = spoil(c, xml)
        const [shortcut, parser] = stringsBoth(xml, pieceChars)
        expect(shortcut).toEqual(parser)
      }),
      { numRuns: 1_500 },
    )
  })
})
