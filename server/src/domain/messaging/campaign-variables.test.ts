import { describe, expect, test } from 'vitest'
import { exampleCount } from '../../../tests/support/random/example-count.ts'
import { seededRandom } from '../../../tests/support/random/seeded-random.ts'
import type { Profile } from '../contacts/contact.ts'
import {
  isSameMapping,
  mappingProblems,
  requiredKeys,
  type VariableMapping,
  type VariableRule,
  valuesFor,
} from './campaign-variables.ts'

const ASHA: Profile = { mobile: '919876543210', name: 'Asha Rao', attributes: { city: 'Pune', note: '' } }
const WITHOUT_NAME: Profile = { mobile: '919876543211', name: '', attributes: {} }
const filledIn = (mapping: VariableMapping, profile: Profile) => {
  const values = valuesFor(mapping, profile)
  return values && Object.fromEntries(values)
}

describe('a mapping', () => {
  test('fills variables from the name, the number, an attribute, or with one text for all', () => {
    const mapping: VariableMapping = {
      '1': { from: 'name' },
      'header.1': { from: 'attributes.city' },
      'button.0.1': { from: 'mobile' },
      'button.1.code': { value: 'SAVE20' },
    }
    expect(filledIn(mapping, ASHA)).toEqual({
      '1': 'Asha Rao',
      'header.1': 'Pune',
      'button.0.1': '919876543210',
      'button.1.code': 'SAVE20',
    })
  })

  test('leaves out contacts that lack a value, unless there is a fallback', () => {
    expect(valuesFor({ '1': { from: 'name' } }, WITHOUT_NAME)).toBeUndefined()
    expect(valuesFor({ '1': { from: 'attributes.note' } }, ASHA)).toBeUndefined()
    expect(filledIn({ '1': { from: 'name', fallback: 'friend' } }, WITHOUT_NAME)).toEqual({ '1': 'friend' })
    expect(filledIn({ '1': { from: 'name', fallback: 'friend' } }, ASHA)).toEqual({ '1': 'Asha Rao' })
  })

  test('gives only values that the provider accepts', () => {
    const profile = { ...ASHA, name: 'Asha\n\tRao', attributes: { odd: 'a        b', blank: '\u0085' } }
    const mapping: VariableMapping = { '1': { from: 'name' }, '2': { from: 'attributes.odd' } }
    expect(filledIn(mapping, profile)).toEqual({ '1': 'Asha Rao', '2': 'a    b' })
    expect(valuesFor({ '1': { from: 'attributes.blank' } }, profile)).toBeUndefined()
  })

  test('never takes an inherited property for an attribute', () => {
    for (const key of ['constructor', '__proto__', 'toString'])
      expect(valuesFor({ '1': { from: `attributes.${key}` } }, ASHA)).toBeUndefined()
    expect(mappingProblems({}, ['constructor'])).toEqual({ missing: ['constructor'], unknown: [] })
  })

  test('has to name exactly the variables of its template', () => {
    const mapping: VariableMapping = { '1': { from: 'name' }, '9': { value: 'x' } }
    expect(mappingProblems(mapping, ['1', 'header.1', 'code'])).toEqual({
      missing: ['header.1', 'code'],
      unknown: ['9'],
    })
    expect(mappingProblems({ '1': { from: 'name' } }, ['1'])).toEqual({ missing: [], unknown: [] })
  })

  test('is equal in any order, and different with any other rule', () => {
    const one: VariableMapping = { '1': { from: 'name' }, '2': { from: 'attributes.city', fallback: 'home' } }
    const same: VariableMapping = { '2': { fallback: 'home', from: 'attributes.city' }, '1': { from: 'name' } }
    expect(isSameMapping(one, same)).toBe(true)
    const first: VariableMapping = { name: { from: 'name' }, city: { value: 'Pune' } }
    expect(isSameMapping(first, { city: { value: 'Pune' }, name: { from: 'name' } })).toBe(true)
    expect(isSameMapping(first, { ...first, city: { value: 'Goa' } })).toBe(false)
    for (const other of [
      { '1': { from: 'name' } },
      { ...one, '3': { value: 'x' } },
      { ...one, '1': { from: 'mobile' } },
      { ...one, '1': { value: 'name' } },
      { ...one, '2': { from: 'attributes.city' } },
    ] as VariableMapping[])
      expect(isSameMapping(one, other)).toBe(false)
  })
})

describe('without decrypting', () => {
  test('the required keys of a mapping are listed once, in order', () => {
    const mapping: VariableMapping = {
      ...{ '1': { from: 'attributes.shop' }, '2': { from: 'name' }, '3': { from: 'attributes.shop' } },
      ...{ '4': { from: 'mobile' }, '5': { from: 'attributes.city', fallback: 'home' } },
    }
    expect(requiredKeys(mapping)).toEqual(['name', 'shop'])
  })

  test('contacts with all required keys can be filled, and no others', () => {
    const { below, chance, pick } = seededRandom(20_261_115)
    const keys = ['name', 'city', 'order', 'shop']
    const rule = (): VariableRule => {
      if (chance(0.2)) return { value: 'fixed' }
      const key = pick(keys)
      const from = key === 'name' ? key : (`attributes.${key}` as const)
      return chance(0.4) ? { from, fallback: 'you' } : chance(0.1) ? { from: 'mobile' } : { from }
    }
    for (let round = 0; round < exampleCount(5_000); round++) {
      const mapping = Object.fromEntries(Array.from({ length: below(6) }, (_, i) => [String(i + 1), rule()]))
      const has = keys.filter(() => chance(0.6))
      const attributes = Object.fromEntries(has.filter((key) => key !== 'name').map((key) => [key, `a ${key}`]))
      const profile = { mobile: '919876543210', name: has.includes('name') ? 'Asha' : '', attributes }
      const isComplete = requiredKeys(mapping).every((key) => has.includes(key))
      const values = valuesFor(mapping, profile)
      expect(values !== undefined).toBe(isComplete)
      if (values) expect([...values.keys()].sort()).toEqual(Object.keys(mapping).sort())
    }
  })
})
