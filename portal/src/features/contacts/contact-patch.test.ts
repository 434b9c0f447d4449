import { describe, expect, test } from 'vitest'
import { patchOf, profileOf, wrongKey } from './contact-patch.ts'
import type { Contact } from './queries.ts'

const contact = {
  name: 'Asha Rao',
  labels: ['VIP'],
  attributes: { city: 'Pune', birthday: '1 May' },
} as unknown as Contact
const profile = profileOf(contact)

describe('what is sent when a contact is saved', () => {
  test('is nothing when nothing was changed', () => {
    expect(patchOf(contact, profile)).toEqual({})
  })

  test('is only what was changed', () => {
    expect(patchOf(contact, { ...profile, name: 'Asha R' })).toEqual({ name: 'Asha R' })
    expect(patchOf(contact, { ...profile, labels: [] })).toEqual({ labels: [] })
  })

  test('takes away a detail that was removed or named anew, and leaves the others alone', () => {
    const [city, birthday] = profile.attributes
    if (!city || !birthday) throw new Error('two details')
    expect(patchOf(contact, { ...profile, attributes: [city] })).toEqual({ attributes: { birthday: null } })
    expect(patchOf(contact, { ...profile, attributes: [{ ...city, key: ' town ' }, birthday] })).toEqual({
      attributes: { city: null, town: 'Pune' },
    })
  })
})

test('details need names of their own', () => {
  const rows = [
    { row: 'a', key: 'city', value: '' },
    { row: 'b', key: 'city ', value: '' },
  ]
  expect(wrongKey('city', rows)).toBe('There are two of this name.')
  expect(wrongKey(' ', rows)).toBe('Please name this detail, or remove it.')
  expect(wrongKey('name', rows)).toBe('The name has a field of its own above.')
  expect(wrongKey('town', rows)).toBeNull()
})
