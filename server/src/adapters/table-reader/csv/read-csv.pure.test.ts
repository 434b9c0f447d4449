import { expect, test } from 'vitest'
import { type WholeTable, wholeTable } from '../../../../tests/support/tables/table-parts.ts'
import { tableParts } from '../table-builder.ts'
import { readCsv } from './read-csv.ts'

const isPhone = (cell: string) => /^\+?\d{10,}$/.test(cell)
const read = (file: string | Buffer): Promise<WholeTable> =>
  wholeTable(tableParts(readCsv(Buffer.from(file as string)), isPhone))
const cellsOf = async (file: string | Buffer) => (await read(file)).rows.map(([, ...cells]) => cells)
const KB = 1024

test.each([
  ['a quotation mark inside an unquoted cell is text', 'n,p\n5" pipe,a"b"c\n', [['5" pipe', 'a"b"c']]],
  ['two quotation marks in a quoted cell mean one', 'n,p\n"a ""b"" c",""""\n', [['a "b" c', '"']]],
  ['a stray quotation mark in a quoted cell is text', 'n,p\n"a "b" c",1\n', [['a "b" c', '1']]],
  [
    'text behind a closing quotation mark belongs to the cell',
    'n,p\n"Asha" ,1\n"Asha"x,2\n"Asha" Rao',
    [['Asha ', '1'], ['Ashax', '2'], ['Asha Rao']],
  ],
  [
    'text behind a closing mark ends with its record',
    'n,p\n1,"a"b\n2,"c" \r\n3,d\n',
    [
      ['1', 'ab'],
      ['2', 'c '],
      ['3', 'd'],
    ],
  ],
  ['a quoted cell keeps delimiters and line breaks', 'n,p\n"a,\r\nb",1\n', [['a,\r\nb', '1']]],
  [
    'an opening mark that nothing closes is text',
    'n,p\na,1\nb,"2\nc,3\n',
    [
      ['a', '1'],
      ['b', '"2'],
      ['c', '3'],
    ],
  ],
  ['spaces around cells stay', 'n,p\n a , b \n', [[' a ', ' b ']]],
  [
    'LF, CR LF and CR end records in one file',
    'n,p\ra,1\r\nb,2\nc,3',
    [
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
    ],
  ],
  ['rows may be shorter and longer than the header', 'n,p\na\nb,2,3\n', [['a'], ['b', '2', '3']]],
  ['NUL goes, also between a quotation mark and a delimiter', 'n,p\n"a\0"\0,\x001\n', [['a', '1']]],
  ['letters with separate marks are composed', 'n,p\nRene\u0301,1\n', [['René', '1']]],
  ['a Greek question mark is no semicolon while cells are cut', 'n;p\na\u037eb;1\n', [['a;b', '1']]],
])('%s', async (_, file, cells) => {
  expect(await cellsOf(file)).toEqual(cells)
})

test.each([
  ['semicolons with commas in cells', 'name;amount\nA;1,50\nB;2,50\n', ['name', 'amount']],
  ['commas with semicolons in cells', 'name,labels\nA,x;y;z\nB,x;y;z\n', ['name', 'labels']],
  ['semicolons where names hold a comma each', 'Last, First;Phone\nDoe, John;1\n', ['Last, First', 'Phone']],
  ['commas when a quoted header holds semicolons', '"a;b;c",d\n1,2\n', ['a;b;c', 'd']],
  ['semicolons behind quotes and a space', '"name" ;"phone" \n"a, b" ;"1" \n"c, d" ;"2" \n', ['name', 'phone']],
  ['semicolons where a mark in the header is never closed', '"name;phone\na, b;1\n', ['"name', 'phone']],
  ['tabs', 'name\tphone\na, b\t1\n', ['name', 'phone']],
  ['bars', 'name|phone\na, b|1\n', ['name', 'phone']],
  ['one column', 'phone\n1\n', ['phone']],
  ['what the note of Excel names', 'sep=:\r\nname:a,b\r\nx:1\r\n', ['name', 'a,b']],
])('the delimiter is recognised: %s', async (_, file, columns) => {
  expect((await read(file)).columns).toEqual(columns)
})

test('rows are numbered as a spreadsheet shows them', async () => {
  const table = await read('n,p\n\n"two\nlines",1\n ,\t\nb,2\n,,\n\nc,3')
  expect(table.rows).toEqual([
    [3, 'two\nlines', '1'],
    [5, 'b', '2'],
    [8, 'c', '3'],
  ])
  expect((await read('sep=;\nn;p\na;1\n')).rows).toEqual([[3, 'a', '1']])
})

test.each([
  ['a cell over 32 KB', `n,p\n1,${'x'.repeat(32 * KB + 1)}\n`, 'Row 2, column B: the cell is larger than 32 KB.'],
  ['a cell over 32 KB in bytes', `n,p\n1,${'अ'.repeat(11 * KB)}\n`, 'Row 2, column B: the cell is larger than 32 KB.'],
  ['a cell of 50 MB', Buffer.alloc(52_428_800, 'x'), 'Row 1, column A: the cell is larger than 32 KB.'],
  ['a quoted cell of 5 MB', `n,p\n1,"${'x'.repeat(5_000_000)}"\n`, 'Row 2, column B: the cell is larger than 32 KB.'],
  ['100,000 columns', `${'x,'.repeat(100_000)}y\n1\n`, 'Row 1, column ALM: the table has more than 1,000 columns.'],
  [
    'a wide row deep in the file',
    `n;p\na;1\n${'x;'.repeat(1_001)}`,
    'Row 3, column ALM: the table has more than 1,000 columns.',
  ],
  ['a million header names', 'h,'.repeat(1_000_000), 'Row 1, column ALM: the table has more than 1,000 columns.'],
  ['nothing', '', 'The file has no data rows.'],
  ['a byte order mark alone', '\ufeff', 'The file has no data rows.'],
  ['blank rows alone', '\n \r\n,,,\r\t\n', 'The file has no data rows.'],
  ['a header alone', 'name,phone\n', 'The file has no data rows.'],
  ['a note of Excel alone', 'sep=;', 'The file has no data rows.'],
  ['NULs alone', '\0'.repeat(9), 'The file has no data rows.'],
  ['50 MB of line breaks', Buffer.alloc(52_428_800, '\n'), 'The file has no data rows.'],
  ['50 MB of delimiters', Buffer.alloc(52_428_800, ','), 'The file has no data rows.'],
  [
    'a program',
    Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0'), Buffer.alloc(4 * KB, Buffer.from([0, 1, 0xff, 0xfe, 7]))]),
    'The file is not a CSV text file.',
  ],
  [
    'an archive',
    Buffer.concat([
      Buffer.from('PK\x03\x04'),
      Buffer.alloc(4 * KB, Buffer.from([0x14, 0, 6, 0x80, 0xc3, 0x9d, 2, 0x41])),
    ]),
    'The file is not a CSV text file.',
  ],
])('rejected, with the position and without the content: %s', async (_, file, reason) => {
  await expect(read(file)).rejects.toMatchObject({ name: 'TableUnreadable', reason })
})

test('files within the limits are read', async () => {
  const wide = Array.from({ length: 1_000 }, (_, i) => `c${i}`)
  const table = await read(`${wide},,,,\n${'x'.repeat(32 * KB)},"${'""'.repeat(32 * KB)}"\n${','.repeat(20_000)}\n`)
  expect(table.columns).toEqual(wide)
  expect(table.rows).toEqual([[2, 'x'.repeat(32 * KB), '"'.repeat(32 * KB)]])
})

test('no header pollutes a prototype', async () => {
  const table = await read('__proto__,constructor,toString,__proto__\npolluted,1,2,3\n')
  expect(table.columns).toEqual(['__proto__', 'constructor', 'toString', '__proto__ (2)'])
  expect(table.rows).toEqual([[2, 'polluted', '1', '2', '3']])
  expect(Object.keys(Object.prototype)).toEqual([])
})
