import { expect, test } from 'vitest'
import { indexedSuffix, readSuffixSearch } from './number-suffix.ts'

test('the last digits of a number are read from four on, alone or after the words of a name', () => {
  const read = (typed: string) => {
    const search = readSuffixSearch(typed)
    return search && [search.words, search.digits]
  }
  expect(read('3210')).toEqual(['', '3210'])
  expect(read(' 43-210 ')).toEqual(['', '43210'])
  expect(read('+91 98765 43210')).toEqual(['', '919876543210'])
  expect(read('४३२१०')).toEqual(['', '43210'])
  expect(read('asha rao 3210')).toEqual(['asha rao', '3210'])
  expect(read('210')).toBeUndefined()
  expect(read('asha 210')).toBeUndefined()
  expect(read('asha')).toBeUndefined()
  expect(read('3210 asha')).toBeUndefined()
  expect(read('')).toBeUndefined()
})

test('only the last four digits are indexed', () => {
  expect(indexedSuffix('919876543210')).toBe('3210')
  expect(indexedSuffix('321')).toBeUndefined()
})
