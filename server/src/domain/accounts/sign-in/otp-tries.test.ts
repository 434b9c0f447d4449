import { describe, expect, test } from 'vitest'
import { guessPauseSeconds, mayGuess, type WrongGuess } from './otp-tries.ts'

const start = new Date('2026-01-01T00:00:00Z')
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const guesses = (count: number, source: string, more: Partial<WrongGuess> = {}): WrongGuess[] =>
  Array.from({ length: count }, () => ({ codeId: 'a', source, isKnown: false, at: start, ...more }))
const stranger = (source: string) => ({ source, isKnown: false })

describe('guesses at one code', () => {
  test('each source has five', () => {
    expect(mayGuess(guesses(4, 'x'), 'a', stranger('x'))).toBe(true)
    expect(mayGuess(guesses(5, 'x'), 'a', stranger('x'))).toBe(false)
    expect(mayGuess(guesses(5, 'x'), 'a', stranger('y'))).toBe(true)
    expect(mayGuess(guesses(5, 'x'), 'b', stranger('x'))).toBe(true)
  })

  test('unknown sources have ten together; a known one keeps its own five', () => {
    const ten = [...guesses(5, 'x'), ...guesses(5, 'y')]
    expect(mayGuess(ten, 'a', stranger('z'))).toBe(false)
    expect(mayGuess(ten, 'a', { source: 'home', isKnown: true })).toBe(true)
    const fromHome = [...ten, ...guesses(5, 'home', { isKnown: true })]
    expect(mayGuess(fromHome, 'a', { source: 'home', isKnown: true })).toBe(false)
    const fromTwoHomes = [...guesses(5, 'home', { isKnown: true }), ...guesses(5, 'shop', { isKnown: true })]
    expect(mayGuess(fromTwoHomes, 'a', stranger('z'))).toBe(true)
  })
})

describe('guesses at all codes of an address', () => {
  test('fifteen wrong ones in an hour pause a source, until the first is an hour old', () => {
    const wrong = Array.from({ length: 15 }, (_, i) => guesses(1, 'x', { codeId: `${i}`, at: at(i * 60) })).flat()
    expect(guessPauseSeconds(wrong.slice(1), stranger('x'), at(900))).toBe(0)
    expect(guessPauseSeconds(wrong, stranger('x'), at(900))).toBe(2_700)
    expect(guessPauseSeconds(wrong, stranger('x'), at(3_600))).toBe(0)
    expect(guessPauseSeconds(wrong, stranger('y'), at(900))).toBe(0)
  })

  test('fifty wrong ones by any number of strangers pause all strangers, and no known source', () => {
    const wrong = Array.from({ length: 50 }, (_, i) => guesses(1, `network ${i}`, { codeId: `${i % 9}` })).flat()
    expect(guessPauseSeconds(wrong.slice(1), stranger('z'), at(10))).toBe(0)
    expect(guessPauseSeconds(wrong, stranger('z'), at(10))).toBe(3_590)
    expect(guessPauseSeconds(wrong, { source: 'home', isKnown: true }, at(10))).toBe(0)
    const fromHomes = wrong.map((guess) => ({ ...guess, isKnown: true }))
    expect(guessPauseSeconds(fromHomes, stranger('z'), at(10))).toBe(0)
  })

  test('that are long past pause nobody', () => {
    expect(guessPauseSeconds(guesses(50, 'x'), stranger('x'), at(86_400))).toBe(0)
  })
})
