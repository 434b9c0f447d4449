import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AccountFailures,
  afterAccountFailure,
  afterFailure,
  blockedForSeconds,
  isUnderAttack,
  type SignInFailures,
} from './sign-in-limit.ts'

const start = new Date('2026-01-01T00:00:00Z')
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000)

function fail(times: number, everySeconds = 1): SignInFailures {
  let state: SignInFailures | undefined
  for (let i = 0; i < times; i++) state = afterFailure(state, at(i * everySeconds))
  return state as SignInFailures
}

describe('wrong passwords', () => {
  test('nine in a row leave sign-in open, the tenth blocks it for a minute', () => {
    expect(blockedForSeconds(fail(9), at(9))).toBe(0)
    expect(blockedForSeconds(fail(10), at(9))).toBe(60)
  })

  test('each further failure doubles the block, up to fifteen minutes', () => {
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

  test('fifteen quiet minutes clear all of them', () => {
    const state = fail(9)
    expect(afterFailure(state, at(8 + 15 * 60)).failures).toBe(1)
  })

  test('the owner is never blocked longer than fifteen minutes, whatever an attacker does', () => {
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

  test('at most ten are checked in the first fifteen minutes before the block', () => {
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

describe('an attack on an account', () => {
  const failAccount = (times: number) => {
    let state: AccountFailures | undefined
    for (let i = 0; i < times; i++) state = afterAccountFailure(state, at(i))
    return state
  }

  test('is ten wrong passwords by other sources; those of the source itself do not count', () => {
    expect(isUnderAttack(undefined, undefined, at(0))).toBe(false)
    expect(isUnderAttack(failAccount(9), undefined, at(9))).toBe(false)
    expect(isUnderAttack(failAccount(10), undefined, at(10))).toBe(true)
    expect(isUnderAttack(failAccount(12), fail(3), at(12))).toBe(false)
    expect(isUnderAttack(failAccount(13), fail(3), at(13))).toBe(true)
  })

  test("is not cleared by waiting until one's own failures are", () => {
    const [account, own] = [failAccount(10), fail(10)]
    expect(isUnderAttack(account, own, at(70))).toBe(false)
    expect(isUnderAttack(account, own, at(60 * 60))).toBe(true)
  })

  test('is over after a quiet day, and any failure prolongs it', () => {
    const account = failAccount(10)
    expect(isUnderAttack(account, undefined, at(9 + 86_399))).toBe(true)
    expect(isUnderAttack(account, undefined, at(9 + 86_400))).toBe(false)
    const prolonged = afterAccountFailure(account, at(86_000))
    expect(isUnderAttack(prolonged, undefined, at(100_000))).toBe(true)
    expect(afterAccountFailure(account, at(9 + 86_400)).failures).toBe(1)
  })
})
