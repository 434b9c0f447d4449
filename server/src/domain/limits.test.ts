import { expect, test } from 'vitest'
import * as limits from './limits.ts'

const MEBIBYTE = 2 ** 20

test('a row in which every column has the largest cell fits a row, and an attribute holds a cell', () => {
  const { IMPORT_COLUMNS_MAX, IMPORT_CELL_BYTES_MAX, IMPORT_ROW_BYTES_MAX } = limits
  expect(IMPORT_CELL_BYTES_MAX).toBe(32_768)
  expect(IMPORT_COLUMNS_MAX * IMPORT_CELL_BYTES_MAX).toBeLessThan(IMPORT_ROW_BYTES_MAX)
  expect(limits.ATTRIBUTE_VALUE_CHARS_MAX).toBe(IMPORT_CELL_BYTES_MAX)
})

test.each([
  ['IMPORT_FILE_BYTES_MAX', limits.IMPORT_FILE_BYTES_MAX, 50],
  ['INFLATED_BYTES_MAX', limits.INFLATED_BYTES_MAX, 600],
  ['INFLATE_RATIO_FLOOR_BYTES', limits.INFLATE_RATIO_FLOOR_BYTES, 1],
  ['IMPORT_CHUNK_BYTES_MAX', limits.IMPORT_CHUNK_BYTES_MAX, 8],
  ['IMPORT_ROW_BYTES_MAX', limits.IMPORT_ROW_BYTES_MAX, 40],
  ['BULK_BODY_BYTES_MAX', limits.BULK_BODY_BYTES_MAX, 20],
  ['MEDIA_IMAGE_BYTES_MAX', limits.MEDIA_IMAGE_BYTES_MAX, 5],
  ['MEDIA_FILE_BYTES_MAX', limits.MEDIA_FILE_BYTES_MAX, 16],
])('%s, %i bytes, is %i MiB', (_, bytes, mebibytes) => expect(bytes).toBe(mebibytes * MEBIBYTE))

test('billing of a campaign closes within a day of its end', () => {
  expect(limits.BILLING_CLOSE_MINUTES_MAX).toBe(1_439)
})
