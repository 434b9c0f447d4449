import { expect, test } from 'vitest'
import { mayBeNames } from './person-names.ts'

test.each([
  'Asha',
  'Wu',
  "Siobhán O'Brien",
  'José Núñez-García',
  'R. K. Sharma',
  'Rao, Asha',
  'Asha & Ravi',
  'Asha/Ravi',
  'Asha (Pune)',
  'श्रीमती देवी',
  'क्\u200dष',
  'One Two Three Four Five Six Seven',
  `${'x'.repeat(29)} ${'y'.repeat(30)}`,
])('%j may be a name', (cell) => expect(mayBeNames([cell])).toBe(true))

test.each([
  'A',
  '4 boxes',
  'Asha 2',
  'a@b.example',
  'Asha!',
  '(Asha',
  '.Asha',
  ' Asha',
  'Asha ',
  'One Two Three Four Five Six Seven Eight',
  'x'.repeat(61),
])('%j is none', (cell) => expect(mayBeNames([cell])).toBe(false))

test('a column may hold names when more than half of its cells look like names', () => {
  expect(mayBeNames(['Asha', 'Ravi', '12'])).toBe(true)
  expect(mayBeNames(['Asha', '12'])).toBe(false)
  expect(mayBeNames([])).toBe(false)
})

test('words that repeat, and countries, are no names', () => {
  expect(mayBeNames(['Asha', 'Ravi', 'Ravi'])).toBe(true)
  expect(mayBeNames(['vip', 'new', 'vip', 'new'])).toBe(false)
  expect(mayBeNames(['India', 'Nepal', 'Asha'])).toBe(false)
  expect(mayBeNames(['India', 'Ravi', 'Asha'])).toBe(true)
})
