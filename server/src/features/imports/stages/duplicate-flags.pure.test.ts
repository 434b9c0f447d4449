import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SLOTS_PER_ROW } from '../slots.ts'
import { DuplicateFlags, type Duplicates, findDuplicates, PARTS } from './duplicate-flags.ts'

interface Contact {
  number: number
  isWarned: boolean
}

const hashOf = (number: number) => createHash('sha256').update(`${number}`).digest()

/** The marks as the database gives them back: of each part the bytes behind its head. */
function marksOf(rows: readonly Contact[][], firstRow: number): Uint8Array[] {
  const marks = new DuplicateFlags(
    '00000000-0000-7000-8000-000000000001',
    '00000000-0000-7000-8000-000000000002',
    firstRow,
  )
  for (const [i, row] of rows.entries()) {
    const isRowWarned = row.some(({ isWarned }) => isWarned)
    for (const [place, { number, isWarned }] of row.entries())
      marks.add(hashOf(number), firstRow + i, place, isWarned, isRowWarned)
  }
  return fieldsOf(Buffer.from(marks.finish()))
}

/** The last field of every row: a head of two ids and two numbers comes before it. */
function fieldsOf(copied: Buffer): Buffer[] {
  const headBytes = 2 + 2 * 20 + 2 * 8
  const fields: Buffer[] = []
  for (let at = 0; at < copied.length; ) {
    const length = copied.readInt32BE(at + headBytes)
    const begin = at + headBytes + 4
    fields.push(copied.subarray(begin, begin + length))
    at = begin + length
  }
  expect(fields.length).toBeLessThanOrEqual(PARTS)
  return fields
}

interface Plain extends Pick<Duplicates, 'items' | 'warningItems'> {
  repeatingRows: number[]
  places: number[]
  firstPlaces: number[]
}

/** The same, in the plainest way. */
function lookedFor(rows: readonly Contact[][]): Plain {
  const placesOf = new Map<number, number[]>()
  const warned = new Set<number>()
  rows.forEach((row, i) => {
    row.forEach(({ number, isWarned }, at) => {
      const place = i * SLOTS_PER_ROW + at
      placesOf.set(number, [...(placesOf.get(number) ?? []), place])
      if (isWarned) warned.add(place)
    })
  })
  const groups = [...placesOf.values()].map(([place, ...later]) => ({ place: place as number, later }))
  const repeated = groups.filter(({ later }) => later.length > 0)
  const isRowWarned = (place: number) => rows[Math.floor(place / SLOTS_PER_ROW)]?.some(({ isWarned }) => isWarned)
  return {
    items: groups.length,
    warningItems: groups.filter(({ place, later }) => later.length > 0 || warned.has(place)).length,
    repeatingRows: groups
      .flatMap(({ later }) => later.filter((place) => !isRowWarned(place)))
      .map((place) => Math.floor(place / SLOTS_PER_ROW)),
    places: repeated.flatMap(({ later }) => later),
    firstPlaces: repeated.flatMap(({ place, later }) => later.map(() => place)),
  }
}

const plain = ({ repeatingRows, places, firstPlaces, ...counts }: Duplicates | Plain): Plain => ({
  ...counts,
  repeatingRows: [...repeatingRows].sort((a, b) => a - b),
  places: [...places],
  firstPlaces: [...firstPlaces],
})

const contact = fc.record({ number: fc.nat(40), isWarned: fc.boolean() })
const rows = fc.array(fc.uniqueArray(contact, { selector: ({ number }) => number, maxLength: 4 }), { maxLength: 60 })

test('every number that comes again is found, with its first place and its later ones, in whatever order marks come', () => {
  fc.assert(
    fc.property(rows, fc.nat(60), fc.boolean(), (file, cut, isBackwards) => {
      const chunks = [...marksOf(file.slice(0, cut), 0), ...marksOf(file.slice(cut), Math.min(cut, file.length))]
      const stored = isBackwards ? chunks.reverse() : chunks
      expect(plain(findDuplicates(stored))).toEqual(plain(lookedFor(file)))
    }),
    { numRuns: 500 },
  )
})

test('contacts with one number are all in one part, so that parts can be looked through apart', () => {
  fc.assert(
    fc.property(rows, (file) => {
      const parts = marksOf(file, 0).map((part) => findDuplicates([part]))
      const whole = plain(lookedFor(file))
      const placeOfFirst = new Map(
        parts.flatMap(({ places, firstPlaces }) => [...places].map((place, i) => [place, firstPlaces[i]] as const)),
      )
      expect(parts.reduce((sum, { items }) => sum + items, 0)).toBe(whole.items)
      expect(parts.reduce((sum, { warningItems }) => sum + warningItems, 0)).toBe(whole.warningItems)
      expect(placeOfFirst).toEqual(new Map(whole.places.map((place, i) => [place, whole.firstPlaces[i]])))
    }),
  )
})

test('a chunk may hold more contacts than rows: thousands of them are kept', () => {
  const file = Array.from({ length: 300 }, (_, row) =>
    Array.from({ length: 90 }, (_, i) => ({ number: row * 90 + i, isWarned: false })),
  )
  expect(findDuplicates(marksOf([...file, ...file], 0))).toMatchObject({ items: 27_000, warningItems: 27_000 })
})

test('nobody is a duplicate of himself, though the marks of a chunk were stored twice', () => {
  fc.assert(
    fc.property(rows, (file) => {
      const once = findDuplicates(marksOf(file, 0))
      const twice = findDuplicates([...marksOf(file, 0), ...marksOf(file, 0)])
      expect([twice.items, twice.warningItems]).toEqual([once.items, once.warningItems])
      expect(new Set(twice.places)).toEqual(new Set(once.places))
      expect(new Set(twice.repeatingRows)).toEqual(new Set(once.repeatingRows))
    }),
  )
})

test('without any contact there is nothing to find', () => {
  expect(plain(findDuplicates([]))).toEqual(plain(lookedFor([])))
})
