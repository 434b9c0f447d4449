import { describe, expect, test } from 'vitest'
import { findHeader } from './find-header.ts'

const isPhone = (cell: string) => /^\+?\d{10,}$/.test(cell)
const headerOf = (...rows: string[][]) => findHeader(rows, isPhone)?.index
const ASHA = ['Asha Rao', '9876500001']

describe('the header is the first row whose cells name fields', () => {
  test.each<[string, string[][], number | undefined]>([
    ['in the first row', [['Name', 'Phone'], ASHA], 0],
    ['below a title', [['Our customers, May'], ['Name', 'Phone'], ASHA], 1],
    [
      'below a title that looks like a heading',
      [['Customers'], ['Phone numbers', ''], ['Name', 'Mobile no.'], ASHA],
      2,
    ],
    ['below nineteen lines', [...Array.from({ length: 19 }, (_, i) => [`Line ${i}`]), ['Name', 'Phone'], ASHA], 19],
    ['not below twenty', [...Array.from({ length: 20 }, (_, i) => [`Line ${i}`]), ['Name', 'Phone'], ASHA], 0],
    ['with one known name', [['Name', 'Xyz'], ASHA], 0],
    ['with nothing above the numbers', [['Name', ''], ASHA], 0],
    ['in a file of one column', [['Phone'], ['9876500001']], 0],
    ['in unknown words', [['Ime', 'Broj'], ASHA], 0],
    ['in unknown words, below a title', [['Popis'], ['Ime', 'Broj 1'], ASHA], 1],
    ['below a title that names one field', [['Country'], ['Customer', 'Phone'], ASHA], 1],
    ['in a word for people beside text above the numbers', [['Customers', 'Broj'], ['', ''], ASHA], 0],
    ['in a word for people, without numbers', [['Our list'], ['Customer'], ['Asha']], 1],
    ['above numbers that are all invalid', [['Title'], ['Name', 'Phone'], ['Asha', '98-76'], ['Ben', 'x']], 1],
    [
      'above cells without numbers',
      [
        ['Who', 'Town'],
        ['Asha', 'Pune'],
      ],
      0,
    ],
  ])('%s', (_, rows, header) => {
    expect(headerOf(...rows)).toBe(header)
  })
})

describe('several rows of text above the numbers', () => {
  const find = (...rows: string[][]) => findHeader(rows, isPhone)

  test('may be titles, the header or people without a number: the first is suggested and the vendor is asked', () => {
    expect(find(['Jina', 'Simu'], ['Asha', 'bado'], ASHA)).toEqual({ index: 0, isCertain: false })
    expect(find(['Popis', 'Svi'], ['Ime', 'Broj'], ASHA)).toEqual({ index: 0, isCertain: false })
    expect(find(['Popis'], ['Jina', 'Simu'], ['Asha', 'bado'], ASHA)).toEqual({ index: 1, isCertain: false })
    expect(find(['Jina', 'Simu'], ['Asha', 'n/a'], ['Juma', 'bado'], ASHA)).toEqual({ index: 2, isCertain: true })
  })

  test('leave the choice to the vendor even if one has a word for people', () => {
    const customer = ['Ben', '9876500002', 'Customer']
    expect(find(['Jina', 'Simu', 'Aina'], ['Asha', 'bado', 'Customer'], customer)).toEqual({
      index: 1,
      isCertain: false,
    })
    expect(find(['Popis'], ['Customer', 'Broj'], ASHA)).toEqual({ index: 1, isCertain: true })
    expect(find(['Popis', 'Svi'], ['Name', 'Broj'], ASHA)).toEqual({ index: 1, isCertain: true })
  })
})

test('the header of our error report is the header, whatever is below it', () => {
  const header = ['Column A', 'Column B', 'FailureReason', 'RowId']
  const rows = [header, ['Asha', 'soon', 'malformed number', 'x'], ['Ben', '9876500002', 'malformed number', 'y']]
  expect(findHeader(rows, isPhone)).toEqual({ index: 0, isCertain: true })
  expect(findHeader([['Corrected'], ...rows, ['Name', 'Phone']], isPhone)).toEqual({ index: 1, isCertain: true })
})

describe('there is no header', () => {
  test.each<[string, string[][]]>([
    ['if the first row has a number', [ASHA, ['Ben', '9876500002']]],
    [
      'if the number of the first row is invalid',
      [
        ['Asha', '98765'],
        ['Ben', '9876500002'],
      ],
    ],
    [
      'if digits of the first number were lost',
      [
        ['Asha', '9.19877E+11'],
        ['Ben', '9876500002'],
      ],
    ],
    [
      'if the first row has no number',
      [
        ['Asha', ''],
        ['Ben', '9876500002'],
      ],
    ],
    ['if the words for fields are below the first number', [ASHA, ['Name', 'Phone']]],
    [
      'if there is only a space above the numbers',
      [
        ['Asha', ' '],
        ['Ben', '9876500002'],
      ],
    ],
    [
      'if the first row has a short number',
      [
        ['Asha', '123'],
        ['Ben', '9876500002'],
      ],
    ],
    [
      'if the first row has digits of a number',
      [
        ['Asha', 'no 98765'],
        ['Ben', '9876500002'],
      ],
    ],
    ...['n/a', 'N.A.', 'NA', '-', '--', '?', 'none', 'NULL', 'nil', '0', 'not available'].map(
      (nothing): [string, string[][]] => [
        `if the first row has ${nothing} instead of a number`,
        [
          ['Ben Ode', nothing, 'Pune'],
          ['Asha Rao', '9876500001', 'Goa'],
        ],
      ],
    ),
    ['if only a title is above', [['Phone numbers'], ASHA]],
    ['if only a word for people is above', [['Customers'], ASHA]],
    ['in an empty file', []],
  ])('%s', (_, rows) => {
    expect(headerOf(...rows)).toBeUndefined()
  })
})

describe('a letterhead with a number in a cell of its own', () => {
  const HEADER = ['Name', 'Mobile', 'City']
  const PEOPLE = [
    ['Asha Rao', '9876500001', 'Pune'],
    ['Ben Ode', '9876500002', 'Goa'],
  ]
  const find = (...rows: string[][]) => findHeader(rows, isPhone)

  test('does not hide the header below it', () => {
    expect(find(['Acme Traders'], ['Tel', '', '9876500009'], [], HEADER, ...PEOPLE)).toEqual({
      index: 3,
      isCertain: true,
    })
  })

  test('leaves the choice to the vendor if its number may be that of a person', () => {
    expect(find(['Acme Traders', '9876500009'], HEADER, ...PEOPLE)).toEqual({ index: 1, isCertain: false })
    expect(find(['Shop', 'Call us'], ['Acme Traders', '9876500009'], HEADER, ...PEOPLE)).toEqual({
      index: 2,
      isCertain: false,
    })
    expect(find(['Cleo', '9876500003'], HEADER, ...PEOPLE)).toEqual({ index: 1, isCertain: false })
  })

  test('counts only above an obvious header among the first rows, with numbers below it', () => {
    const letterhead = ['Acme Traders', '9876500009']
    expect(find(letterhead, ['Party', 'Line'], ...PEOPLE)).toBeUndefined()
    expect(find(letterhead, ['Name', 'City'], ['Asha', 'Pune'])).toBeUndefined()
    expect(find(letterhead, HEADER)).toBeUndefined()
    expect(find(letterhead, HEADER, ['Asha', 'n/a'])).toBeUndefined()
    expect(find(HEADER, ...PEOPLE, HEADER, ...PEOPLE)).toEqual({ index: 0, isCertain: true })
    const lines = Array.from({ length: 18 }, (_, i) => [`Line ${i}`])
    expect(find(letterhead, ...lines, HEADER, ...PEOPLE)?.index).toBe(19)
    expect(find(letterhead, ...lines, ['Line'], HEADER, ...PEOPLE)).toBeUndefined()
  })
})
