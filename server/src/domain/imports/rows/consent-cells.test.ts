import { describe, expect, test } from 'vitest'
import { type ConsentCell, looksLikeDate, readConsent, readConsentStatus } from './consent-cells.ts'

test.each([
  'yes',
  ' YES ',
  'y',
  'TRUE',
  '1',
  'x',
  '✓',
  'Sí',
  'Oui',
  'Ja',
  'sim',
  'Ya',
  'हाँ',
  'نعم',
  'Opted-in',
  'Subscribed',
  'Yes - web form',
  'Yes (store)',
  'Opted in, 2024',
])('%s is an agreement', (cell) => expect(readConsentStatus(cell)).toBe('OPTED_IN'))
test.each([
  'no',
  'N',
  'false',
  '0',
  'Non',
  'nein',
  'Não',
  'tidak',
  'नहीं',
  'لا',
  'opt-out',
  'Unsubscribed',
  'not subscribed',
  'No - called in May',
  'No, thanks',
  'Opt-out: by phone',
  'नहीं – फ़ोन पर',
])('%s is a refusal', (cell) => expect(readConsentStatus(cell)).toBe('OPTED_OUT'))
test.each(['', '-', 'maybe', 'pending', 'noon', 'yes and no', 'no-reply', '1, 2', '2', 'Pune'])(
  '"%s" is neither',
  (cell) => expect(readConsentStatus(cell)).toBeUndefined(),
)

test('dates are recognised as spreadsheets and people write them', () => {
  for (const cell of ['2026-11-15', '2026-11-15 13:45:00', '2026-11-15T13:45:00Z', '15.11.2026', '5/1/26', '2026/1/5'])
    expect(looksLikeDate(cell), cell).toBe(true)
  for (const cell of ['', 'yes', '1', '20261115', 'May 2026', '1-2', '192.168.0.1 x'])
    expect(looksLikeDate(cell), cell).toBe(false)
})
test('dates may name the month', () => {
  for (const cell of ['12-Jan-24', '12 Jan 2024', 'Jan 12, 2024', '12-Jan-24 10:30', '1 January 2024', 'sept. 3 2024'])
    expect(looksLikeDate(cell), cell).toBe(true)
  for (const cell of ['12 de enero de 2024', '12. März 2024', '12 févr. 2024', '12-Okt-24', '12/dez/24'])
    expect(looksLikeDate(cell), cell).toBe(true)
  for (const cell of ['12 boxes 24', 'Jan 12', '12 Jan', 'Jan', 'Jan Rao 12 2024', 'January sale 2024', '12 Jan 2024x'])
    expect(looksLikeDate(cell), cell).toBe(false)
})

describe('the consent of a row', () => {
  const read = (...cells: [ConsentCell['part'], string][]) => readConsent(cells.map(([part, cell]) => ({ part, cell })))

  test('consists of status, date and source', () => {
    expect(read(['status', 'yes'], ['date', '2026-11-15'], ['source', ' web  form '])).toEqual({
      consent: { status: 'OPTED_IN', date: '2026-11-15', source: 'web form' },
      isUnclear: false,
    })
    expect(read()).toEqual({ consent: undefined, isUnclear: false })
  })

  test('is a refusal if any column says so', () => {
    expect(read(['status', 'yes'], ['status', 'no'], ['status', 'yes']).consent).toEqual({ status: 'OPTED_OUT' })
    expect(read(['status', 'yes'], ['optOut', 'yes']).consent).toEqual({ status: 'OPTED_OUT' })
    expect(read(['optOut', '2026-11-15']).consent).toEqual({ status: 'OPTED_OUT', date: '2026-11-15' })
    expect(read(['optOut', '12-Jan-24']).consent).toEqual({ status: 'OPTED_OUT', date: '12-Jan-24' })
    expect(read(['optOut', 'Unsubscribed']).consent).toEqual({ status: 'OPTED_OUT' })
  })

  test('a no in a column of refusals says nothing', () => {
    expect(read(['optOut', 'no'])).toEqual({ consent: undefined, isUnclear: false })
    expect(read(['status', 'yes'], ['optOut', 'false']).consent).toEqual({ status: 'OPTED_IN' })
  })

  test('a date instead of a yes is kept as the date, without a status', () => {
    expect(read(['status', '2026-11-15']).consent).toEqual({ date: '2026-11-15' })
  })

  test('is a status wherever the cell is a yes or a no', () => {
    expect(read(['date', 'No'])).toEqual({ consent: { status: 'OPTED_OUT' }, isUnclear: false })
    expect(read(['source', 'no'], ['status', 'yes'])).toEqual({ consent: { status: 'OPTED_OUT' }, isUnclear: false })
    expect(read(['date', 'yes'], ['source', 'web form'])).toEqual({
      consent: { status: 'OPTED_IN', source: 'web form' },
      isUnclear: false,
    })
  })

  test('is unclear if a status is neither yes nor no, but not if it says that nothing is known', () => {
    expect(read(['status', 'perhaps'])).toEqual({ consent: undefined, isUnclear: true })
    expect(read(['optOut', 'perhaps'], ['status', 'no'])).toEqual({ consent: { status: 'OPTED_OUT' }, isUnclear: true })
    for (const cell of ['n/a', '-', 'unknown', 'Pending']) expect(read(['status', cell]).isUnclear, cell).toBe(false)
  })
})
