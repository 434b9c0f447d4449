import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DuplicateFlags, type Duplicates, findDuplicates, PARTITIONS } from './duplicate-flags.ts'
import { SLOTS_PER_ROW } from './slots.ts'

interface Contact {
  number: number
  isWarned: boolean
}

const hashOf = (number: number) => createHash('sha256').update(`${number}`).digest()

/** The entries as the database returns them: of each partition the bytes after its header. */
function flagsOf(rows: readonly Contact[][], firstRow: number): Uint8Array[] {
  const flags = new DuplicateFlags(
    '00000000-0000-7000-8000-000000000001',
    '00000000-0000-7000-8000-000000000002',
    firstRow,
  )
  for (const [i, row] of rows.entries()) {
    const isRowWarned = row.some(({ isWarned }) => isWarned)
    for (const [slot, { number, isWarned }] of row.entries())
      flags.add(hashOf(number), firstRow + i, slot, isWarned, isRowWarned)
  }
  return fieldsOf(Buffer.from(flags.finish()))
}

/** The last field of every row, which follows a header of two ids and two numbers. */
function fieldsOf(copied: Buffer): Buffer[] {
  const headBytes = 2 + 2 * 20 + 2 * 8
  const fields: Buffer[] = []
  for (let at = 0; at < copied.length; ) {
    const length = copied.readInt32BE(at + headBytes)
    const begin = at + headBytes + 4
    fields.push(copied.subarray(begin, begin + length))
    at = begin + length
  }
  expect(fields.length).toBeLessThanOrEqual(PARTITIONS)
  return fields
}

interface Plain extends Pick<Duplicates, 'items' | 'warningItems'> {
  duplicateRows: number[]
  slots: number[]
  firstSlots: number[]
}

/** The reference implementation. */
function expectedDuplicates(rows: readonly Contact[][]): Plain {
  const slotsOf = new Map<number, number[]>()
  const warned = new Set<number>()
  rows.forEach((row, i) => {
    row.forEach(({ number, isWarned }, at) => {
      const slot = i * SLOTS_PER_ROW + at
      slotsOf.set(number, [...(slotsOf.get(number) ?? []), slot])
      if (isWarned) warned.add(slot)
    })
  })
  const groups = [...slotsOf.values()].map(([slot, ...later]) => ({ slot: slot as number, later }))
  const repeated = groups.filter(({ later }) => later.length > 0)
  const isRowWarned = (slot: number) => rows[Math.floor(slot / SLOTS_PER_ROW)]?.some(({ isWarned }) => isWarned)
  return {
    items: groups.length,
    warningItems: groups.filter(({ slot, later }) => later.length > 0 || warned.has(slot)).length,
    duplicateRows: groups
      .flatMap(({ later }) => later.filter((slot) => !isRowWarned(slot)))
      .map((slot) => Math.floor(slot / SLOTS_PER_ROW)),
    slots: repeated.flatMap(({ later }) => later),
    firstSlots: repeated.flatMap(({ slot, later }) => later.map(() => slot)),
  }
}

const plain = ({ duplicateRows, slots, firstSlots, ...counts }: Duplicates | Plain): Plain => ({
  ...counts,
  duplicateRows: [...duplicateRows].sort((a, b) => a - b),
  slots: [...slots],
  firstSlots: [...firstSlots],
})

const contact = fc.record({ number: fc.nat(40), isWarned: fc.boolean() })
const rows = fc.array(fc.uniqueArray(contact, { selector: ({ number }) => number, maxLength: 4 }), { maxLength: 60 })

test('every repeated number is found with its first and later slots, in any order of the entries', () => {
  fc.assert(
    fc.property(rows, fc.nat(60), fc.boolean(), (file, cut, isBackwards) => {
      const chunks = [...flagsOf(file.slice(0, cut), 0), ...flagsOf(file.slice(cut), Math.min(cut, file.length))]
      const stored = isBackwards ? chunks.reverse() : chunks
      expect(plain(findDuplicates(stored))).toEqual(plain(expectedDuplicates(file)))
    }),
    { numRuns: 500 },
  )
})

test('contacts with one number are in one partition, so that partitions can be searched separately', () => {
  fc.assert(
    fc.property(rows, (file) => {
      const parts = flagsOf(file, 0).map((part) => findDuplicates([part]))
      const whole = plain(expectedDuplicates(file))
      const firstSlotOf = new Map(
        parts.flatMap(({ slots, firstSlots }) => [...slots].map((slot, i) => [slot, firstSlots[i]] as const)),
      )
      expect(parts.reduce((sum, { items }) => sum + items, 0)).toBe(whole.items)
      expect(parts.reduce((sum, { warningItems }) => sum + warningItems, 0)).toBe(whole.warningItems)
      expect(firstSlotOf).toEqual(new Map(whole.slots.map((slot, i) => [slot, whole.firstSlots[i]])))
    }),
  )
})

test('a chunk may contain thousands more contacts than rows', () => {
  const file = Array.from({ length: 300 }, (_, row) =>
    Array.from({ length: 90 }, (_, i) => ({ number: row * 90 + i, isWarned: false })),
  )
  expect(findDuplicates(flagsOf([...file, ...file], 0))).toMatchObject({ items: 27_000, warningItems: 27_000 })
})

test('a contact is not its own duplicate if the entries of a chunk were stored twice', () => {
  fc.assert(
    fc.property(rows, (file) => {
      const idempotency = findDuplicates(flagsOf(file, 0))
      const twice = findDuplicates([...flagsOf(file, 0), ...flagsOf(file, 0)])
      expect([twice.items, twice.warningItems]).toEqual([idempotency.items, idempotency.warningItems])
      expect(new Set(twice.slots)).toEqual(new Set(idempotency.slots))
      expect(new Set(twice.duplicateRows)).toEqual(new Set(idempotency.duplicateRows))
    }),
  )
})

test('a file without contacts has no duplicates', () => {
  expect(plain(findDuplicates([]))).toEqual(plain(expectedDuplicates([])))
})
