import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IMPORT_ROW_BYTES_MAX } from '../domain/limits.ts'
import { isUnpackable, packRows, unpackRows } from './packed-rows.ts'

const row = fc.tuple(fc.nat(), fc.string({ unit: 'grapheme' }), fc.string())

test('rows come out of a chunk as they went in', () => {
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      expect(unpackRows(packRows(JSON.stringify(rows)))).toEqual(rows)
    }),
  )
})

test('chunks that were stored before rows were packed are read', () => {
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      expect(unpackRows(Buffer.from(JSON.stringify(rows)))).toEqual(rows)
    }),
  )
})

test('a chunk that would unfold beyond what a chunk may hold is refused', () => {
  const bomb = deflateSync(Buffer.alloc(IMPORT_ROW_BYTES_MAX + 3, ' '))
  expect(bomb.length).toBeLessThan(IMPORT_ROW_BYTES_MAX / 100)
  expect(() => unpackRows(bomb)).toThrow(RangeError)
  expect([IMPORT_ROW_BYTES_MAX + 2, IMPORT_ROW_BYTES_MAX + 3].map((n) => isUnpackable(' '.repeat(n)))).toEqual([
    true,
    false,
  ])
})
