import { isCountry } from '@harkara/server/domain/contacts/country'
import { expect, test } from 'vitest'
import { countries } from './countries.ts'

test('the server accepts every country in the list', () => {
  expect(countries().filter(({ code }) => !isCountry(code))).toEqual([])
  expect(countries().length).toBeGreaterThan(230)
  expect(countries().find(({ code }) => code === 'IN')?.name).toBe('India')
})
