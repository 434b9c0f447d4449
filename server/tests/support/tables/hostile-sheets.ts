import type { SeededRandom } from '../random/seeded-random.ts'
import type { HostileKind } from './hostile-kind.ts'
import { asComment, padding } from './padding.ts'
import { sheet, workbook } from './workbook.ts'
import { sheetXml } from './written-workbook.ts'

const kind = (what: string, isRefused: boolean, xml: (random: SeededRandom) => string): HostileKind => ({
  what,
  isRefused,
  make: (random) => workbook(sheet(xml(random))),
})
const cell = (reference: string) => `<c r="${reference}"><v>1</v></c>`
const row = (index: number | string, cells: string) => `<row r="${index}">${cells}</row>`

/** Sheets that declare or spread far more than they contain. */
export const hostileSheets: readonly HostileKind[] = [
  kind('one value in the last cell there is', true, () => sheetXml(row(1048576, cell('XFD1048576')))),
  kind('one value in a far column', true, (c) => sheetXml(row(1, cell(`${c.pick(['ALM', 'ZZZ', 'XFD', 'BBB'])}1`)))),
  kind('one value in the last row there is', false, () => sheetXml(row(1048576, cell('A1048576')))),
  kind('a column that does not exist', true, (c) => sheetXml(row(1, cell(`${'A'.repeat(4 + c.below(9))}1`)))),
  kind('a column with a name as long as a page', true, (c) =>
    sheetXml(row(1, cell(`${'A'.repeat(999 + c.below(9999))}1`))),
  ),
  kind('a row that does not exist', true, (c) => sheetXml(row(1048577 + c.below(2 ** 30), ''))),
  kind('a row of many digits', true, (c) => sheetXml(row('9'.repeat(8 + c.below(400)), ''))),
  kind('a row that is no number', true, (c) =>
    sheetXml(row(c.pick(['-1', '0', '1.5', '1e3e', 'NaN', '']), cell('A1'))),
  ),
  kind('a cell that says another row', true, (c) => sheetXml(row(1, cell(`A${2 + c.below(999)}`)))),
  kind('a cell without letters or digits', true, (c) =>
    sheetXml(row(1, cell(c.pick(['1', 'A', '', '$A$1', 'a1', 'A-1', 'A1:B2', 'Ａ1'])))),
  ),
  kind('a huge dimension', false, () =>
    sheetXml(row(1, cell('A1'))).replace('<sheetData>', '<dimension ref="A1:XFD1048576"/><sheetData>'),
  ),
  kind('merged ranges over the whole sheet', false, (c) =>
    sheetXml(row(1, cell('A1'))).replace(
      '</worksheet>',
      `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(1 + c.below(9999))}</mergeCells></worksheet>`,
    ),
  ),
  kind('columns declared by the thousand', false, (c) =>
    sheetXml(row(1, cell('A1'))).replace(
      '<sheetData>',
      `<cols>${'<col min="1" max="16384" width="9"/>'.repeat(1 + c.below(9999))}</cols><sheetData>`,
    ),
  ),
  kind('more empty rows than a sheet has', true, (c) =>
    sheetXml(padding('<row/>', 1_048_577 + c.below(9_999), c, asComment)),
  ),
  kind('a million empty rows with numbers', false, (c) =>
    sheetXml(Array.from({ length: 100_000 }, (_, i) => `<row r="${i * 10 + 1 + c.below(9)}"/>`).join('')),
  ),
  kind('more empty cells than a row has', true, (c) =>
    sheetXml(row(1, padding('<c/>', 16_385 + c.below(99_999), c, asComment))),
  ),
  kind('formatted cells up to the last column', false, () =>
    sheetXml(row(1, cell('A1') + '<c s="1"/>'.repeat(16_383))),
  ),
  kind('one cell written again and again', true, (c) => sheetXml(row(1, cell('A1').repeat(2 + c.below(9999))))),
  kind('one row written again and again', true, (c) => sheetXml(row(1, cell('A1')).repeat(2 + c.below(9999)))),
  kind('rows that go backwards', true, (c) => sheetXml(row(1000 + c.below(99), '') + row(1 + c.below(999), ''))),
]
