import { describe, expect, test } from 'vitest'
import {
  ACCOUNT_CODES,
  PROVIDER_ERRORS,
  pauseReasonOf,
  providerError,
  RETRY_RULES,
  retrySeconds,
} from './provider-errors.ts'

const actionOf = (code: number) => providerError(code).action

describe('an error code of the provider', () => {
  test.each([1, 2, 131000, 131016, 133004])('%i is a failure of the provider and is tried again', (code) =>
    expect(providerError(code)).toMatchObject({ class: 'PROVIDER', action: 'RETRY' }),
  )
  test('131056 concerns this recipient and is tried again', () =>
    expect(providerError(131056)).toMatchObject({ class: 'RECIPIENT', action: 'RETRY' }))
  test.each([4, 17, 341, 80007, 80008, 130429, 131057])('%i is a limit and slows all sending down', (code) =>
    expect(providerError(code)).toMatchObject({ class: 'RATE_LIMIT', action: 'SLOW_DOWN' }),
  )
  test.each([
    0, 3, 10, 33, 102, 190, 200, 250, 299, 368, 131005, 131031, 131037, 131042, 131045, 133000, 133010, 134011,
  ])('%i concerns the account or the number and stops all sending until an operator resumes it', (code) =>
    expect(providerError(code)).toMatchObject({ class: 'ACCOUNT', action: 'STOP_ALL' }),
  )
  test.each([199, 300])('%i is no permission', (code) => expect(actionOf(code)).toBe('FAIL'))
  test.each([131064, 132000, 132001, 132007, 132015, 132016, 132068, 134102])(
    '%i pauses the campaigns of its template',
    (code) => {
      expect(providerError(code)).toMatchObject({ class: 'TEMPLATE', action: 'PAUSE_TEMPLATE' })
      expect(pauseReasonOf(code)).toBe('TEMPLATE_NOT_APPROVED')
    },
  )
  test('131048 pauses its campaign', () => {
    expect(providerError(131048)).toMatchObject({ class: 'RATE_LIMIT', action: 'PAUSE_CAMPAIGN' })
    expect(pauseReasonOf(131048)).toBe('PROVIDER_LIMIT')
  })
  test.each([131026, 130429, 190, 987654])('%i pauses no campaign', (code) =>
    expect(pauseReasonOf(code)).toBeUndefined(),
  )
  test.each([130472, 130497, 131021, 131026, 131030, 131047, 131049])('%i concerns this recipient alone', (code) =>
    expect(providerError(code)).toMatchObject({ class: 'RECIPIENT', action: 'FAIL' }),
  )
  test.each([100, 131008, 131009, 132005, 132012, 132018, 135000])('%i concerns this message alone', (code) =>
    expect(providerError(code)).toMatchObject({ class: 'MESSAGE', action: 'FAIL' }),
  )
  test('131050 is a recipient who has opted out', () =>
    expect(providerError(131050)).toMatchObject({ class: 'RECIPIENT', action: 'OPT_OUT' }))
  test('an unknown code is final and names itself', () =>
    expect(providerError(987654)).toMatchObject({ action: 'FAIL', reason: expect.stringContaining('987654') }))
  test('has a reason that a vendor understands, for every code', () => {
    for (const { reason } of Object.values(PROVIDER_ERRORS)) expect(reason).toMatch(/^[A-Z][^_.]{10,}$/)
  })
  test('stops all sending exactly if it is about the account, and pauses campaigns exactly if it is about their template', () => {
    for (const error of Object.values(PROVIDER_ERRORS)) {
      expect(error.action === 'STOP_ALL').toBe(error.class === 'ACCOUNT')
      expect(error.action === 'PAUSE_TEMPLATE').toBe(error.class === 'TEMPLATE')
    }
    expect(ACCOUNT_CODES).toEqual(expect.arrayContaining(['0', '200', '299', '133010']))
    expect(ACCOUNT_CODES.filter((code) => PROVIDER_ERRORS[Number(code)]?.class !== 'ACCOUNT')).toEqual([])
  })
})

describe('a campaign that retries failed recipients', () => {
  const after = (code: number) => RETRY_RULES.find((rule) => rule.code === String(code))?.afterSeconds
  test.each([131000, 130429, 190, 250, 133010, 132015, 131048])('includes those whom %i stopped', (code) =>
    expect(after(code)).toBe(0),
  )
  test.each([131026, 131050, 132012, 987654])('leaves out those whom %i stopped', (code) =>
    expect(after(code)).toBeUndefined(),
  )
  test('includes nobody without a time', () =>
    expect(RETRY_RULES.filter(({ afterSeconds }) => !Number.isInteger(afterSeconds))).toEqual([]))
  test('includes those with too many marketing messages a day later', () => expect(after(131049)).toBe(24 * 3_600))
})

describe('the delay before a retry', () => {
  test('doubles from five seconds, with up to a quarter of jitter', () => {
    expect([1, 2, 3, 4].map((tries) => retrySeconds(131000, tries, 0))).toEqual([5, 10, 20, 40])
    expect(retrySeconds(131000, 1, 1)).toBe(6.25)
  })
  test('is the provider’s where that is longer', () => {
    expect(retrySeconds(131057, 1, 0)).toBe(20)
    expect([1, 2, 3].map((tries) => retrySeconds(131056, tries, 0))).toEqual([5, 16, 64])
    expect(retrySeconds(80007, 1, 0)).toBe(300)
  })
  test('is limited to a quarter of an hour', () => expect(retrySeconds(131056, 5, 1)).toBe(900))
})
