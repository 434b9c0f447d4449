import { expect, test } from 'vitest'
import { EMPTY_RULE, mappingOf, rulesOf, unfilled, variableTitle } from './variables.ts'

const RULES = {
  '1': { source: 'name', words: '', fallback: ' friend ' },
  '2': { source: 'words', words: ' 20% ', fallback: 'unused' },
  '3': { source: 'attributes.city', words: '', fallback: '' },
} as const

test('rules are converted to the API mapping and back', () => {
  const mapping = mappingOf(['1', '2', '3'], RULES)
  expect(mapping).toEqual({
    '1': { from: 'name', fallback: 'friend' },
    '2': { value: '20%' },
    '3': { from: 'attributes.city' },
  })
  expect(mappingOf(['1', '2', '3'], rulesOf(mapping))).toEqual(mapping)
})

test('variables without a value are found, and shown in their braces', () => {
  const rules = { ...RULES, '2': { ...RULES['2'], words: ' ' }, '5': EMPTY_RULE }
  expect(unfilled(['1', '2', '4', '5'], rules)).toEqual(['2', '4', '5'])
  expect(mappingOf(['2', '4'], rules)).toEqual({ '2': { value: '{{2}}' }, '4': { value: '{{4}}' } })
})

test.each([
  ['1', '{{1}}'],
  ['first_name', '{{first_name}}'],
  ['header.1', '{{1}} in the header'],
  ['button.0.1', 'URL suffix of button 1'],
  ['button.1.code', 'Code of button 2'],
  ['code', 'Code'],
])('the variable %s is called %s', (name, title) => {
  expect(variableTitle(name)).toBe(title)
})
