import { expect, test } from 'vitest'
import { EXPORT_COLUMNS, isExport } from './export-columns.ts'

test('a file is one of our exports when it begins with all four columns in their order', () => {
  expect(isExport(['Name', 'Phone', 'Country', 'Labels'])).toBe(true)
  expect(isExport([...EXPORT_COLUMNS, 'city'])).toBe(true)
  for (const columns of [[], ['Name', 'Phone', 'Country'], ['Phone', 'Name', 'Country', 'Labels'], ['name', 'phone']])
    expect(isExport(columns)).toBe(false)
})
