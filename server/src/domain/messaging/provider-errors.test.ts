import { describe, expect, test } from 'vitest'
import { mayBeTriedAgain, providerError, retrySeconds } from './provider-errors.ts'

describe('an error code of the provider', () => {
  test.each([1, 2, 131000, 131016, 133004, 131056])('%i is tried again', (code) =>
    expect(providerError(code).class).toBe('RETRY'),
  )
  test.each([4, 80007, 130429, 131057])('%i slows everybody down', (code) =>
    expect(providerError(code).class).toBe('SLOW_DOWN'),
  )
  test.each([0, 190, 131042])('%i stops all sending until an operator has looked', (code) =>
    expect(providerError(code).class).toBe('STOP_ALL'),
  )
  test.each([3, 10, 200, 250, 299, 100, 131026, 131047, 131049, 132000, 132001, 132018])(
    '%i is final for the message',
    (code) => expect(providerError(code).class).toBe('PERMANENT'),
  )
  test('131050 is a person who wants no more of this', () => expect(providerError(131050).class).toBe('OPTED_OUT'))
  test('a code that nobody has described is final and names itself', () =>
    expect(providerError(987654)).toMatchObject({ class: 'PERMANENT', reason: expect.stringContaining('987654') }))
  test.each([0, 1, 100, 131026, 131048, 132015, 250])('%i has a reason that a vendor understands', (code) =>
    expect(providerError(code).reason).toMatch(/^[A-Z][^_]{10,}$/),
  )
  test('who may be in a second campaign over the failed: those whom trouble of ours or the provider’s stopped', () => {
    expect([131000, 130429, 190, 132015].every(mayBeTriedAgain)).toBe(true)
    expect([131026, 131050, 132000].some(mayBeTriedAgain)).toBe(false)
  })
})

describe('the wait before another try', () => {
  test('doubles from five seconds, spread by up to a quarter', () => {
    expect([1, 2, 3, 4].map((tries) => retrySeconds(131000, tries, 0))).toEqual([5, 10, 20, 40])
    expect(retrySeconds(131000, 1, 1)).toBe(6.25)
  })
  test('is the provider’s where that is longer', () => {
    expect(retrySeconds(131057, 1, 0)).toBe(20)
    expect([1, 2, 3].map((tries) => retrySeconds(131056, tries, 0))).toEqual([5, 16, 64])
    expect(retrySeconds(80007, 1, 0)).toBe(300)
  })
  test('ends at a quarter of an hour', () => expect(retrySeconds(131056, 5, 1)).toBe(900))
})
