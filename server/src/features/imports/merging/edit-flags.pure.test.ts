import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DuplicateFlags } from '../staging/duplicate-flags.ts'
import { SLOTS_PER_ROW } from '../staging/slots.ts'
import { entriesWhere, slotsOfNumbers } from './edit-flags.ts'

const hashOf = (number: number) => createHash('sha256').update(String(number)).digest()

const contacts = fc.uniqueArray(
  fc.record({ number: fc.nat(8), row: fc.integer({ min: 2, max: 12 }), index: fc.nat(2) }),
  { selector: ({ row, index }) => `${row} ${index}`, maxLength: 30 },
)
type Contact = { number: number; row: number; index: number }

/** The stored pieces, without the other fields of a COPY row. */
function storedOf(all: readonly Contact[]) {
  const flags = new DuplicateFlags(ID, ID, 2)
  for (const { number, row, index } of all) flags.add(hashOf(number), row, index, index === 1, row === 3)
  const bytes = Buffer.from(flags.finish())
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readInt32BE(at + HEAD_BYTES)
    pieces.push(bytes.subarray(at + HEAD_BYTES + 4, at + HEAD_BYTES + 4 + length))
    at += HEAD_BYTES + 4 + length
  }
  return pieces
}
const ID = '01900000-0000-7000-8000-000000000000'
/** The number of fields, two ids and two integers, each with its length. */
const HEAD_BYTES = 2 + 2 * (4 + 16) + 2 * (4 + 4)

const slotsIn = (all: readonly Contact[], number: number) =>
  all
    .filter((contact) => contact.number === number)
    .map(({ row, index }) => BigInt(row * SLOTS_PER_ROW + index))
    .sort((a, b) => (a < b ? -1 : 1))

test('the slots of a number are found in file order, and those of other numbers are not', () =>
  fc.assert(
    fc.property(contacts, fc.uniqueArray(fc.nat(9)), (all, wanted) => {
      const found = slotsOfNumbers(storedOf(all), wanted.map(hashOf))
      for (const number of wanted) expect(found.get(hashOf(number).toString('hex')) ?? []).toEqual(slotsIn(all, number))
      expect(found.size).toBe(wanted.filter((number) => slotsIn(all, number).length > 0).length)
    }),
  ))

test('entries of some rows equal those of a file with only these rows', () =>
  fc.assert(
    fc.property(contacts, fc.uniqueArray(fc.integer({ min: 2, max: 12 })), (all, rows) => {
      const isWanted = (row: number) => rows.includes(row)
      const kept = storedOf(all).map((piece) => Buffer.from(entriesWhere(piece, isWanted)))
      expect(kept.filter(({ length }) => length > 0)).toEqual(storedOf(all.filter(({ row }) => isWanted(row))))
    }),
  ))
