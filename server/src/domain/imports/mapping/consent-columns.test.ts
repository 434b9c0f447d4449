import { describe, expect, test } from 'vitest'
import { consentPart, isConsentColumn } from './consent-columns.ts'
import { headerWords } from './header-words.ts'
import { readMapping } from './read-mapping.ts'
import { suggestMapping } from './suggest-mapping.ts'

const isConsent = (header: string, ...cells: string[]) => isConsentColumn(headerWords(header), cells)

test.each([
  ['Opt in', 'status'],
  ['opt-in', 'status'],
  ['OptIn', 'status'],
  ['Opted In', 'status'],
  ['WhatsApp opt-in', 'status'],
  ['Accepts Marketing', 'status'],
  ['Accepts SMS Marketing', 'status'],
  ['Subscribed', 'status'],
  ['Marketing consent', 'status'],
  ['Consent status', 'status'],
  ['Consentimiento', 'status'],
  ['Suscrito', 'status'],
  ['Consentimento', 'status'],
  ['Consentement marketing', 'status'],
  ['Abonné', 'status'],
  ['Einwilligung', 'status'],
  ['Persetujuan', 'status'],
  ['सहमति', 'status'],
  ['الموافقة', 'status'],
  ['Consent date', 'date'],
  ['Opt-in time', 'date'],
  ['Subscribed at', 'date'],
  ['Einwilligung Datum', 'date'],
  ['Fecha de consentimiento', 'date'],
  ['Consent source', 'source'],
  ['Opt in method', 'source'],
  ['Opt out', 'optOut'],
  ['SMS opt-out', 'optOut'],
  ['Unsubscribed', 'optOut'],
  ['Do not contact', 'optOut'],
])('%s is a column of consent: %s', (header, part) => {
  expect(isConsent(header)).toBe(true)
  expect(consentPart(headerWords(header))).toBe(part)
})

const YES_NO = ['Yes', 'No', '']

test.each([
  ['Opt in on WhatsApp', 'status'],
  ['Subscribed on WhatsApp', 'status'],
  ['Opt-in via WhatsApp', 'status'],
  ['Accepts marketing via SMS', 'status'],
  ['WhatsApp consent form', 'status'],
  ['Consent channel', 'status'],
  ['Opted in since', 'status'],
  ['Do not contact via SMS', 'optOut'],
  ['Opt-out form', 'optOut'],
  ['Not subscribed', 'optOut'],
  ['Not opted in', 'optOut'],
  ['No consent', 'optOut'],
  ["Don't contact", 'optOut'],
  ['Never message', 'optOut'],
  ['Consent withdrawn', 'optOut'],
  ['Non abonné', 'optOut'],
  ['No suscrito', 'optOut'],
  ['AllowBroadcast', 'status'],
  ['WhatsApp Opted', 'status'],
])('%s with cells such as yes and no is a column of consent: %s', (header, part) => {
  expect(isConsent(header, ...YES_NO)).toBe(true)
  expect(consentPart(headerWords(header), YES_NO)).toBe(part)
})

test.each([
  ['Opt in on WhatsApp', '2026-01-01', 'status'],
  ['Opted in since', '2026-01-01', 'date'],
  ['WhatsApp opt-in date', '2026-01-01', 'date'],
  ['Consent channel', 'WhatsApp', 'source'],
  ['WhatsApp consent form', 'Form 7', 'source'],
  ['WhatsApp opt-in source', 'Form 7', 'source'],
  ['Unsubscribed at', '2026-01-01', 'optOut'],
  ['Opt-out form', 'Form 7', 'source'],
])('%s with cells such as %s is a column of consent: %s', (header, cell, part) => {
  expect(isConsent(header, cell)).toBe(true)
  expect(consentPart(headerWords(header), [cell])).toBe(part)
})

test.each(['AllowSMS', 'Opted', 'WhatsApp not', 'No contact', 'Broadcast', 'Email not subscribed'])(
  '%s with cells such as yes and no is not',
  (header) => expect(isConsent(header, ...YES_NO)).toBe(false),
)

test.each([
  'Email opt in',
  'Accepts Email Marketing',
  'Newsletter consent',
  'Permission level',
  'Accepts',
  'Marketing',
  'In',
  'Options',
  'Date',
  'Source',
  'Opt',
])('%s is not', (header) => expect(isConsent(header)).toBe(false))

describe('the cells', () => {
  test('must be mostly yes, no or dates, unless they are sources', () => {
    expect(isConsent('Consent', 'yes', 'no', 'hm')).toBe(true)
    expect(isConsent('Subscribed', '2026-01-01', '2026-01-02')).toBe(true)
    expect(isConsent('Consent', 'talked to Asha', 'wants a call')).toBe(false)
    expect(isConsent('Consent source', 'talked to Asha')).toBe(true)
  })

  test.each<[string, string[]]>([
    ['Opt in', Array.from({ length: 20 }, () => 'pending')],
    ['Subscribed', ['No', 'N/A', 'N/A']],
    ['Subscribed', ['-', 'none']],
    ['Opt in', ['No', 'Yes - web form', 'Yes - store']],
    ['Accepts Marketing', ['unknown', '2026-01-01', 'n/a']],
    ['Unsubscribed on', ['12-Jan-24', 'N/A', '13-Jan-24']],
  ])('of %s may not hide a refusal: %j', (header, cells) => expect(isConsent(header, ...cells)).toBe(true))

  test('that say nothing do not make a column of yes and no one of sources', () => {
    expect(consentPart(headerWords('Consent channel'), ['no', 'N/A', 'N/A'])).toBe('status')
  })
})

test('a suggestion states what the cells say', () => {
  const headers = ['Phone', 'Consent channel', 'Opted in since']
  const rows = [['9876543210', 'yes', 'no']]
  expect(suggestMapping(headers, rows, (text) => text.length === 10).uses).toEqual([
    { field: 'phone' },
    { field: 'consent', part: 'status' },
    { field: 'consent', part: 'status' },
  ])
})

test('suggestions and mappings by hand know what a column states; other channels can be mapped by hand', () => {
  const headers = ['Phone', 'Opt in', 'Consent date', 'Accepts Email Marketing']
  const { uses } = suggestMapping(headers, [['9876543210', 'yes', '2026-01-01', 'no']], (text) => text.length === 10)
  expect(uses).toEqual([
    { field: 'phone' },
    { field: 'consent', part: 'status' },
    { field: 'consent', part: 'date' },
    { field: 'attribute', attribute: 'Accepts Email Marketing' },
  ])
  const given = { 'Opt in': { field: 'consent' }, 'Accepts Email Marketing': { field: 'consent' } } as const
  expect(readMapping(headers, given)).toMatchObject({
    mapping: [
      { field: 'ignore' },
      { field: 'consent', part: 'status' },
      { field: 'ignore' },
      { field: 'consent', part: 'status' },
    ],
  })
})
