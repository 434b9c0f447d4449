import { describe, expect, test } from 'vitest'
import { findHeader } from './find-header.ts'

const isPhone = (cell: string) => /^\+?\d{10,}$/.test(cell)
const headerOf = (...rows: string[][]) => findHeader(rows, isPhone)
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
    ['below a title above the numbers', [['Popis', 'Svi'], ['Ime', 'Broj'], ASHA], 1],
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
    ['if only a title is above', [['Phone numbers'], ASHA]],
    ['if only a word for people is above', [['Customers'], ASHA]],
    ['in an empty file', []],
  ])('%s', (_, rows) => {
    expect(headerOf(...rows)).toBeUndefined()
  })
})
