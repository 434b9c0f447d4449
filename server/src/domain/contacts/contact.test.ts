import { expect, test } from 'vitest'
import { CONTACT_SOURCES, COUNTRY_SOURCES, FAILURES, MERGE_STRATEGIES, mistypedWarning, WARNINGS } from './contact.ts'

test('the texts of failures and warnings are those that the API promises', () => {
  expect(Object.values(FAILURES)).toEqual([
    'no valid phone number found',
    'malformed number',
    'invalid country code',
    'invalid digit count',
    'impossible number',
    'formula without a stored result',
    'too much text in the row',
    'row could not be processed',
  ])
  expect(Object.values(WARNINGS)).toEqual([
    'duplicate contact',
    'ambiguous country',
    'suspicious formatting',
    'number may be mistyped',
    'consent not understood',
    'unclosed quotation mark',
    'attributes not added',
    'more than 10 labels',
  ])
  expect(mistypedWarning('RU')).toBe('number may be mistyped (read as RU)')
})

test('sources and strategies have the names that the API promises', () => {
  expect([CONTACT_SOURCES, MERGE_STRATEGIES, COUNTRY_SOURCES].map((names) => names.join(' '))).toEqual([
    'MANUAL IMPORT API INBOUND',
    'SKIP_DUPLICATES MERGE_LABELS UPDATE_METADATA FULL_REPLACE',
    'EXPLICIT PREFIX COLUMN DEFAULT MAJORITY FALLBACK',
  ])
})
