import { describe, expect, test } from 'vitest'
import type { Contact } from '../queries.ts'
import { attributeNameError, patchOf, profileOf } from './contact-patch.ts'

const contact = {
  name: 'Asha Rao',
  labels: ['VIP'],
  attributes: { city: 'Pune', birthday: '1 May' },
} as unknown as Contact
const profile = profileOf(contact)

describe('the patch of a saved contact', () => {
  test('is empty when nothing changed', () => {
    expect(patchOf(contact, profile)).toEqual({})
  })

  test('contains only changed fields', () => {
    expect(patchOf(contact, { ...profile, name: 'Asha R' })).toEqual({ name: 'Asha R' })
    expect(patchOf(contact, { ...profile, labels: [] })).toEqual({ labels: [] })
  })

  test('removes a deleted or renamed attribute and keeps the others', () => {
    const [city, birthday] = profile.attributes
    if (!city || !birthday) throw new Error('expected two attributes')
    expect(patchOf(contact, { ...profile, attributes: [city] })).toEqual({ attributes: { birthday: null } })
    expect(patchOf(contact, { ...profile, attributes: [{ ...city, key: ' town ' }, birthday] })).toEqual({
      attributes: { city: null, town: 'Pune' },
    })
  })
})

test('attributes need unique names', () => {
  const rows = [
    { row: 'a', key: 'city', value: '' },
    { row: 'b', key: 'city ', value: '' },
  ]
  expect(attributeNameError('city', rows)).toBe('This name is used twice.')
  expect(attributeNameError(' ', rows)).toBe('Enter a name or remove this attribute.')
  expect(attributeNameError('name', rows)).toBe('Use the name field above.')
  expect(attributeNameError('town', rows)).toBeNull()
})
