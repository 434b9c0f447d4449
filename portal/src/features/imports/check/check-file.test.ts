import { expect, test } from 'vitest'
import { checkFile } from './check-file.ts'

const csv = (...lines: string[]) => new File([lines.join('\r\n')], 'people.csv')
const rowsOf = async (file: File) => {
  const check = await checkFile(file)
  return 'rows' in check ? check.rows : check
}

test.each([
  ['another kind of file', new File(['x'], 'people.pdf'), /PDF/],
  ['an old workbook', new File(['x'], 'people.xls'), /\.xls/],
  ['a file that is empty', new File([], 'people.csv'), /empty/],
  ['a program renamed to .csv', new File(['MZ\x90\0'], 'people.csv'), /not a text file/],
  ['a workbook with a password', new File([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])], 'people.xlsx'), /password/],
  ['a table renamed to .vcf', new File(['Name,Phone'], 'people.vcf'), /no contact cards/],
  ['a text file renamed to .xlsx', new File(['Name,Phone'], 'people.xlsx'), /not an Excel workbook/],
  ['a header without rows', csv('Name,Phone', '', ''), /no rows/],
  ['too many columns', csv('Name,Phone', `${'x,'.repeat(1_001)}y`), /^Row 2, column ALM: .*Fix it/],
])('%s is rejected before the upload', async (_what, file, problem) => {
  expect(await checkFile(file)).toEqual({ problem: expect.stringMatching(problem) })
})

test('a file over the size limit is rejected without reading it', async () => {
  const large = Object.defineProperty(csv('Name,Phone'), 'size', { value: 52_428_801 })
  expect(await checkFile(large)).toEqual({ problem: expect.stringMatching(/50 MB/) })
})

test('a workbook is recognised by its first bytes, and its rows are left to the server', async () => {
  expect(await checkFile(new File(['PK\x03\x04rest'], 'People.XLSX'))).toEqual({ kind: 'xlsx' })
  expect(await checkFile(new File(['\ufeffBEGIN:VCARD\r\n'], 'People.VCF'))).toEqual({ kind: 'vcf' })
})

test('malformed, truncated and repeated numbers are counted, and the first rows of each are listed', async () => {
  const file = csv(
    'Full name;Mobile no.;Order no;City',
    'Asha;+91 98765-43210;1234567890;Pune',
    'Ben;98765x43210;1234567890;Pune',
    '',
    'Cleo;9.19877E+11;1234567890;Pune',
    'Dev;123;1234567890;Pune',
    'Esha;98 / +919876543210;1234567890;Pune',
    'Farid;;1234567890;Pune',
  )
  expect(await rowsOf(file)).toEqual({
    rowCount: 6,
    headerRow: 1,
    phoneColumns: ['Mobile no.'],
    malformed: { count: 2, rows: [3, 6] },
    shortened: { count: 1, rows: [5] },
    repeated: { count: 1, rows: [7] },
  })
})

test('a number is repeated in any spelling of its country code', async () => {
  const rows = await rowsOf(csv('Name,Phone', 'Asha,+919876543210', 'Ben,0091 98765-43210', 'Cleo,919876543210'))
  expect(rows).toMatchObject({ repeated: { count: 2, rows: [3, 4] } })
})

test('without a header the first row counts, and columns are named by their letters', async () => {
  expect(await rowsOf(csv('Asha,9876543210', 'Ben,9876543211'))).toMatchObject({
    rowCount: 2,
    headerRow: 0,
    phoneColumns: ['Column B'],
  })
})

test('a title above the header is not counted, and rows keep their spreadsheet numbers', async () => {
  expect(await rowsOf(csv('Our customers', '', 'Name,Phone', 'Asha,9876543210', 'Ben,12'))).toMatchObject({
    rowCount: 2,
    headerRow: 3,
    phoneColumns: ['Phone'],
    malformed: { rows: [5] },
  })
})

test('a file without numbers has no phone column', async () => {
  expect(await rowsOf(csv('Name,City', 'Asha,Pune'))).toMatchObject({ rowCount: 1, phoneColumns: [] })
})

test('UTF-16 text, as saved by spreadsheet apps, is read', async () => {
  const text = '\ufeffName\tPhone\r\nAsha\t9876543210\r\n'
  const bytes = new Uint8Array(Uint16Array.from(text, (char) => char.charCodeAt(0)).buffer)
  expect(await rowsOf(new File([bytes], 'people.csv'))).toMatchObject({ rowCount: 1, phoneColumns: ['Phone'] })
})

test('a file of many chunks is read to its end, wherever the chunks are cut', async () => {
  const lines = Array.from({ length: 20_000 }, (_, i) => `"Ñame, ${i}",+9198${String(i).padStart(8, '0')}`)
  const seen: number[] = []
  const file = csv('Name,Phone', ...lines, `"Last",+919800000007`)
  const check = await checkFile(file, (bytes) => seen.push(bytes))
  expect(check).toMatchObject({ rows: { rowCount: 20_001, malformed: { count: 0 }, repeated: { rows: [20_002] } } })
  expect(seen.at(-1)).toBe(file.size)
})
