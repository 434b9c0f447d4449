import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterFailure, blockedForSeconds, type SignInFailures } from './sign-in-limit.ts'

const start = new Date('2026-01-01T00:00:00Z')
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000)

function fail(times: number, everySeconds = 1): SignInFailures {
  let state: SignInFailures | undefined
  for (let i = 0; i < times; i++) state = afterFailure(state, at(i * everySeconds))
  return state as SignInFailures
}

describe('wrong passwords', () => {
  test('nine in a row leave sign-in open, the tenth closes it for a minute', () => {
    expect(blockedForSeconds(fail(9), at(9))).toBe(0)
    expect(blockedForSeconds(fail(10), at(9))).toBe(60)
  })

  test('each further failure closes it twice as long, up to fifteen minutes', () => {
    let state: SignInFailures | undefined = fail(10)
    let now = 9
    const blocks: number[] = []
    for (let i = 0; i < 6; i++) {
      now += blockedForSeconds(state, at(now))
      state = afterFailure(state, at(now))
      blocks.push(blockedForSeconds(state, at(now)))
    }
    expect(blocks).toEqual([120, 240, 480, 900, 900, 900])
  })

  test('fifteen quiet minutes forget all of them', () => {
    const state = fail(9)
    expect(afterFailure(state, at(8 + 15 * 60)).failures).toBe(1)
  })

  test('the owner is never kept out longer than fifteen minutes, whatever an attacker does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 60 }), (gaps) => {
        let state: SignInFailures | undefined
        let now = 0
        for (const gap of gaps) {
          now += gap
          if (blockedForSeconds(state, at(now)) === 0) state = afterFailure(state, at(now))
          expect(blockedForSeconds(state, at(now))).toBeLessThanOrEqual(900)
        }
      }),
    )
  })

  test('at most ten are looked at in the first fifteen minutes before the door closes', () => {
    let state: SignInFailures | undefined
    let evaluated = 0
    for (let second = 0; second < 60; second++)
      if (blockedForSeconds(state, at(second)) === 0) {
        state = afterFailure(state, at(second))
        evaluated++
      }
    expect(evaluated).toBe(10)
  })
})
