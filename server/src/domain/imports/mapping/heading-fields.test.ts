import { expect, test } from 'vitest'
import { headerWords } from './header-words.ts'
import { namesField } from './heading-fields.ts'
import { phoneClue } from './phone-columns.ts'

test.each(['Name', 'First name', 'Surname', 'First or last name', 'Country', 'Tags', 'Customer segment'])(
  '%s can only be a heading',
  (heading) => expect(namesField(heading)).toBe('yes'),
)
test.each(['Customers', 'Contact', 'Phone numbers', 'Mobile'])('%s may be the title of a list as well', (heading) =>
  expect(namesField(heading)).toBe('perhaps'),
)
test.each(['Town', 'Order no', 'Number', 'Phone type', 'Company name', '2026', ''])('%j names no field', (heading) =>
  expect(namesField(heading)).toBe('no'),
)

test.each([
  ['Mobile no.', 'sure'],
  ['Contact number', 'sure'],
  ['Phone type', 'likely'],
  ['Order phone', 'likely'],
  ['Number', 'possible'],
  ['Contact', 'possible'],
  ['Town', 'silent'],
  ['Order number', 'other'],
])('the words of %s are a clue to phones: %s', (heading, clue) => {
  expect(phoneClue(headerWords(heading))).toBe(clue)
})
