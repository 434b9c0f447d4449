import { describe, expect, test } from 'vitest'
import { rowsOf } from '../../../../../tests/support/tables/workbook-outcome.ts'
import { type Written, writtenWorkbook } from '../../../../../tests/support/tables/written-workbook.ts'
import { UNCALCULATED } from '../../../../domain/imports/rows/uncalculated.ts'

const firstRowOf = async (cells: string, more: Written = {}) =>
  (await rowsOf(writtenWorkbook(`<row r="1">${cells}</row>`, more)))[0]?.cells ?? []

/** Style 1 has the format. */
const formatted = (code: string) =>
  `<numFmts><numFmt numFmtId="164" formatCode="${code.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>`

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
    ['a percentage', '<c s="5"><v>0.25</v></c>', '25%'],
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

  test.each<[string, string, string, string]>([
    ['a phone number with its spaces', '"+"00 0000 000000', '447400123456', '+44 7400 123456'],
    ['a calling code that only the format has', '"+91 "00000 00000', '9876500001', '+91 98765 00001'],
    ['a calling code without quotes', '+44 0000 000000', '7400123456', '+44 7400 123456'],
    ['a calling code of escaped characters', '\\+44\\ 0000\\ 000000', '7400123456', '+44 7400 123456'],
    ['a calling code before a plain number', '"+44 "0', '7400123456', '+44 7400123456'],
    ['a calling code before an optional digit', '+44 #', '7400123456', '+44 7400123456'],
    ['a plus before a plain number', '+0', '6591234567', '+6591234567'],
    ['a quoted plus', '"+"0', '6591234567', '+6591234567'],
    ['leading zeros', '000000', '1234', '001234'],
    ['a percentage with its decimals', '0.0%', '0.0617', '6.2%'],
    ['a negative percentage', '0%;[Red]-0%', '-0.5', '-50%'],
    ['an escaped plus', '\\+## ##### #####', '919876500001', '+91 98765 00001'],
    ['a number that is stored with an exponent', '00000000000', '9.876500001E9', '09876500001'],
    ['the long form of a format with conditions', '[<=9999999]###-####;(###) ###-####', '5551234567', '(555) 123-4567'],
    ['the short form of it', '[<=9999999]###-####;(###) ###-####', '5551234', '555-1234'],
    ['a code with a dash', '00000\\-0000', '123456789', '12345-6789'],
    ['a colour, which is not text', '[Red]00000', '42', '00042'],
    ['a language, as LibreOffice writes it', '[$-409]\\+00\\ 0000\\ 000000', '447400123456', '+44 7400 123456'],
  ])('%s is shown by a number format', async (_what, format, raw, text) => {
    const written = { styles: formatted(format) }
    expect(await firstRowOf(`<c s="1"><v>${raw}</v></c>`, written)).toEqual([text])
    const twice = await rowsOf(writtenWorkbook(`<row/><row><c s="1"><v>${raw}</v></c></row>`, written))
    expect(twice[0]?.cells).toEqual([text])
  })

  test.each<[string, string, string, string]>([
    ['grouped thousands', '#,##0', '9876500001', '9876500001'],
    ['an exponent', '0.00E+00', '9876500001', '9876500001'],
    ['the groups of India', '[>=10000000]##\\,##\\,##\\,##0;##\\,##0', '9876500001', '9876500001'],
    ['decimals', '0.00', '9876500001', '9876500001'],
    ['a unit', '00" km"', '42', '42'],
    ['a sign behind the number', '0+', '42', '42'],
    ['a sign of degrees', '0"°"', '42', '42'],
    ['a currency', '[$₹-4009]\\ 00', '42', '42'],
    ['a hidden number', ';;;', '9876500001', '9876500001'],
    ['a section that hides all positive numbers', '"–";00', '9876500001', '9876500001'],
    ['a fraction', '# ??/??', '42', '42'],
    ['a negative number', '00000', '-42', '-42'],
    ['a decimal number', '00000', '42.5', '42.5'],
    ['a number that has lost digits', '00 00', '9198765432101234567', '9.198765432101235E+18'],
    ['a format that no program accepts', '00[[', '42', '42'],
  ])('%s changes no digit', async (_what, format, raw, text) => {
    expect(await firstRowOf(`<c s="1"><v>${raw}</v></c>`, { styles: formatted(format) })).toEqual([text])
  })

  test('dates count from 1904 if the workbook says so', async () => {
    const written = { styles: STYLES, workbookPr: '<workbookPr date1904="1"/>' }
    expect(await firstRowOf('<c s="1"><v>43890</v></c><c s="1"><v>0</v></c>', written)).toEqual([
      '2024-03-01',
      '1904-01-01',
    ])
  })
})

describe('a formula', () => {
  test.each<[string, string, string]>([
    ['with its result', '<c><f>A2</f><v>7</v></c>', '7'],
    ['that gives an empty text', '<c t="str"><f>""</f><v></v></c>', ''],
    ['without a result', '<c><f>A2</f></c>', UNCALCULATED],
    ['with an empty result, as some writers leave it', '<c><f>A2</f><v></v></c>', UNCALCULATED],
    ['with an empty element', '<c><f>A2</f><v/></c>', UNCALCULATED],
    ['with a 0, as writers that do not calculate leave it', '<c><f>A2</f><v>0</v></c>', `${UNCALCULATED}0`],
    ['with the text 0', '<c t="str"><f>A2</f><v>0</v></c>', '0'],
    ['that is shared', '<c><f t="shared" si="0"/></c>', UNCALCULATED],
  ])('%s', async (_, cell, text) => {
    // The second row is read without the XML parser, if it is plain.
    const rows = await rowsOf(writtenWorkbook(['', ''].map(() => `<row>${cell}<c><v>1</v></c></row>`).join('')))
    expect(rows.map(({ cells }) => cells[0])).toEqual([text, text])
  })
})
