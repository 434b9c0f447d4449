import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ColumnUse } from '../mapping/column-use.ts'
import { contactsOfRow } from './contacts-of-row.ts'
import type { NumberReader } from './numbers.ts'

/** `good7` is a number with a calling code, `bare7` the same without it, `bad` is invalid. */
const readToy: NumberReader = (text, { majority }) => {
  const digit = /\d$/.exec(text)?.[0]
  if (digit === undefined) return { kind: 'bad', reason: 'malformed number' }
  const number = { kind: 'number', e164: `+${digit}`, countryCode: 'IN', nationalNumber: digit } as const
  if (text.startsWith('good')) return { ...number, source: 'EXPLICIT' }
  return majority === undefined ? { kind: 'undecided' } : { ...number, source: majority ? 'MAJORITY' : 'FALLBACK' }
}

const numbers = fc.array(fc.constantFrom('good1', 'good2', 'good3', 'bare1', 'bare2', 'bare4', 'bad', ''), {
  maxLength: 6,
})
const names = fc.array(fc.constantFrom('Asha', 'Ravi', 'Mia'), { maxLength: 4 })
const separator = fc.constantFrom('/', ',', ';', '|', '\n', ' or ')
const PHONE: ColumnUse = { field: 'phone' }

const read = (name: string, cells: readonly string[], majority: 'IN' | null | undefined) =>
  contactsOfRow(
    [name, ...cells],
    { columns: [{ field: 'name' }, ...cells.map(() => PHONE)], vendorCountry: 'IN', majority, labels: [] },
    readToy,
  )

describe('every row', () => {
  test('has each of its valid numbers exactly once, or fails', () => {
    fc.assert(
      fc.property(names, numbers, (people, cells) => {
        const outcome = read(people.join(' & '), cells, null)
        const good = new Set(cells.filter((cell) => /\d/.test(cell)).map((cell) => `+${cell.slice(-1)}`))
        const found = outcome.kind === 'contacts' ? outcome.contacts.map(({ e164 }) => e164) : []
        expect(found).toHaveLength(good.size)
        expect(new Set(found)).toEqual(good)
      }),
    )
  })

  test('gives a number either the name at its position or the whole name, with a warning', () => {
    fc.assert(
      fc.property(names, numbers, (people, cells) => {
        const whole = people.join(' & ')
        const outcome = read(whole, cells, null)
        if (outcome.kind !== 'contacts') return
        const places = [
          ...new Set(cells.filter(Boolean).map((cell, i) => (cell === 'bad' ? `bad ${i}` : cell.slice(-1)))),
        ]
        const isPaired = people.length <= 1 || people.length === places.length
        for (const { name, nationalNumber } of outcome.contacts)
          expect(name).toBe(
            isPaired ? (people.length === 1 ? whole : (people[places.indexOf(nationalNumber)] ?? '')) : whole,
          )
        expect(outcome.warnings.includes('suspicious formatting')).toBe(!isPaired)
      }),
    )
  })

  test('is the same whether its numbers are in one cell or in several', () => {
    fc.assert(
      fc.property(names, numbers, separator, (people, cells, between) => {
        const name = people.join(' & ')
        expect(read(name, [cells.filter(Boolean).join(between)], 'IN')).toEqual(read(name, cells, 'IN'))
      }),
    )
  })

  test('votes the same before and after the majority is known', () => {
    fc.assert(
      fc.property(names, numbers, fc.constantFrom('IN' as const, null), (people, cells, majority) => {
        const name = people.join(' & ')
        expect(read(name, cells, undefined).votes).toEqual(read(name, cells, majority).votes)
      }),
    )
  })

  test('waits only while the majority is unknown, and only for a number that depends on it', () => {
    fc.assert(
      fc.property(numbers, (cells) => {
        const asks = cells.some((cell) => cell.startsWith('bare'))
        expect(read('', cells, undefined).kind === 'waiting').toBe(asks)
        expect(read('', cells, null).kind).not.toBe('waiting')
      }),
    )
  })
})
