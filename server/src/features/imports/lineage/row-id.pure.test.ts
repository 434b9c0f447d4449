import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { VendorId } from '../../../domain/ids.ts'
import { createBlindIndex } from '../../../platform/crypto/blind-index.ts'
import { newId } from '../../../platform/ids.ts'
import { rowIdCodec } from './row-id.ts'

const blindIndex = createBlindIndex([Buffer.alloc(32, 7)])
const own = rowIdCodec(blindIndex, newId<'vendor'>() as VendorId)
const other = rowIdCodec(blindIndex, newId<'vendor'>() as VendorId)
const rows = fc.record({ jobId: fc.uuid(), rowIndex: fc.integer({ min: 1, max: 2 ** 31 - 2 }) })

test('a row id can be read only for its vendor', () => {
  fc.assert(
    fc.property(rows, (row) => {
      const id = own.encode(row)
      expect(own.decode(` ${id}\n`)).toEqual(row)
      expect(own.encode(row)).toBe(id)
      expect(other.decode(id)).toBeUndefined()
    }),
  )
})

test('no row id can be made from another one', () => {
  fc.assert(
    fc.property(rows, fc.nat(47), fc.constantFrom(...'ABCxyz019-_'), (row, at, character) => {
      const id = own.encode(row)
      const forged = id.slice(0, at) + character + id.slice(at + 1)
      if (forged !== id) expect(own.decode(forged)).toBeUndefined()
    }),
  )
  for (const text of ['', 'x', '12', own.encode({ jobId: newId<'job'>(), rowIndex: 1 }).slice(1)])
    expect(own.decode(text)).toBeUndefined()
})
