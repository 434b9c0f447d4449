import { describe, expect, test } from 'vitest'
import { rowsOf } from '../../../../../tests/support/tables/workbook-outcome.ts'
import { type Written, writtenWorkbook } from '../../../../../tests/support/tables/written-workbook.ts'

const firstRowOf = async (cells: string, more: Written = {}) =>
  (await rowsOf(writtenWorkbook(`<row r="1">${cells}</row>`, more)))[0]?.cells ?? []

describe('a cell is read as a spreadsheet shows it', () => {
  const STRINGS =
    '<si><t>Asha</t></si><si><r><t xml:space="preserve">Ra </t></r><r><rPr><b/></rPr><t>vi</t></r><rPh sb="0" eb="1"><t>phonetic</t></rPh><phoneticPr/></si><si/>'
  const STYLES =
    '<numFmts><numFmt numFmtId="164" formatCode="dd\\/mm\\/yyyy"/><numFmt numFmtId="165" formatCode="[$₹-4009]\\ #,##0.00&quot; days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="9"/><xf numFmtId="21"/></cellXfs>'

  test.each<[string, string, string]>([
    ['a shared string', '<c t="s"><v>0</v></c>', 'Asha'],
    ['a shared rich text, its runs joined and its phonetic guide left out', '<c t="s"><v>1</v></c>', 'Ra vi'],
    ['an empty shared string', '<c t="s"><v>2</v></c>', ''],
    ['an inline string', '<c t="inlineStr"><is><t>Asha</t></is></c>', 'Asha'],
    ['an inline rich text', '<c t="inlineStr"><is><r><t>A</t></r><rPh><t>x</t></rPh><r><t>B</t></r></is></c>', 'AB'],
    ['the text of a formula', '<c t="str"><f>A1&amp;"x"</f><v>Asha</v></c>', 'Asha'],
    ['the number of a formula', '<c><f>SUM(B1:B9)</f><v>42</v></c>', '42'],
    ['true', '<c t="b"><v>1</v></c>', 'TRUE'],
    ['false', '<c t="b"><v>0</v></c>', 'FALSE'],
    ['an error, which is no value', '<c t="e"><v>#N/A</v></c>', ''],
    ['a phone number stored as a number', '<c><v>919876543210</v></c>', '919876543210'],
    ['a phone number stored with an exponent', '<c><v>9.1987654321E11</v></c>', '919876543210'],
    ['the longest phone number', '<c><v>123456789012345</v></c>', '123456789012345'],
    ['a number that has lost digits', '<c><v>9198765432101234567</v></c>', '9.198765432101235E+18'],
    ['a number with more digits than programs keep', '<c><v>9007199254740991</v></c>', '9.007199254740991E+15'],
    ['a decimal with binary noise', '<c><v>1.1000000000000001</v></c>', '1.1'],
    ['a sum with binary noise', '<c><v>0.30000000000000004</v></c>', '0.3'],
    ['a small decimal', '<c><v>1.5E-7</v></c>', '0.00000015'],
    ['a negative number', '<c><v>-12.50</v></c>', '-12.5'],
    ['minus zero', '<c><v>-0</v></c>', '0'],
    ['a number with leading zeros', '<c><v>0042</v></c>', '42'],
    ['something that is not a number', '<c><v>abc</v></c>', 'abc'],
    ['a date', '<c s="1"><v>45352</v></c>', '2024-03-01'],
    ['a date with a time', '<c s="2"><v>45352.572916666664</v></c>', '2024-03-01 13:45:00'],
    ['a date in a custom format', '<c s="3"><v>1</v></c>', '1900-01-01'],
    ['the day before the nonexistent leap day', '<c s="1"><v>59</v></c>', '1900-02-28'],
    ['the nonexistent leap day', '<c s="1"><v>60</v></c>', '1900-02-29'],
    ['the day after it', '<c s="1"><v>61</v></c>', '1900-03-01'],
    ['the last day', '<c s="1"><v>2958465</v></c>', '9999-12-31'],
    ['a number past the last day', '<c s="1"><v>2958466</v></c>', '2958466'],
    ['a negative number in a date style', '<c s="1"><v>-1</v></c>', '-1'],
    ['a time of day', '<c s="6"><v>0.572916666666667</v></c>', '13:45:00'],
    ['an ISO date', '<c t="d"><v>2024-03-01T13:45:00.000</v></c>', '2024-03-01 13:45:00'],
    ['an ISO day', '<c t="d"><v>2024-03-01T00:00:00Z</v></c>', '2024-03-01'],
    ['money without its currency', '<c s="4"><v>99.5</v></c>', '99.5'],
    ['a percentage', '<c s="5"><v>0.25</v></c>', '0.25'],
    ['an escaped character', '<c t="str"><v>a_x000D_b_x005F_x000D_c_xD800_</v></c>', 'a\rb_x000D_c_xD800_'],
    ['entities', '<c t="str"><v>&lt;&amp;&#x1F600;&#65;&gt;</v></c>', '<&😀A>'],
    ['CDATA', '<c t="str"><v><![CDATA[<b>]]></v></c>', '<b>'],
    ['a text around a comment', '<c t="str"><v>a<!-- x -->b</v></c>', 'ab'],
    ['white space', '<c t="inlineStr"><is><t xml:space="preserve"> a\n </t></is></c>', ' a\n '],
  ])('%s', async (_what, cell, text) => {
    const written = { strings: STRINGS, styles: STYLES }
    expect((await firstRowOf(cell, written))[0] ?? '').toBe(text)
    // The second row uses the fast path if possible.
    const twice = await rowsOf(writtenWorkbook(`<row><c><v>1</v></c></row><row>${cell}</row><row/>`, written))
    expect(twice[1]?.cells[0] ?? '').toBe(text)
  })

  test('dates count from 1904 if the workbook says so', async () => {
    const written = { styles: STYLES, workbookPr: '<workbookPr date1904="1"/>' }
    expect(await firstRowOf('<c s="1"><v>43890</v></c><c s="1"><v>0</v></c>', written)).toEqual([
      '2024-03-01',
      '1904-01-01',
    ])
  })
})
