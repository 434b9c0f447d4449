import { describe, expect, test } from 'vitest'
import { normalizeText, normalizeWords, ruleFor, START_WORDS, STOP_WORDS } from './keywords.ts'

const wordsOf = (list: string) => new Set(list.split(',').map(normalizeText))

describe('an opt-out keyword', () => {
  test.each([
    'STOP',
    'stop',
    ' Stop! ',
    's t o p',
    'ＳＴＯＰ',
    'Stop.\n',
    'opt-out',
    'OptOut',
    'बंद करो',
    'Baja',
    'ARRÊT',
  ])('%j is recognised', (text) => expect(wordsOf(STOP_WORDS).has(normalizeText(text))).toBe(true))
  test.each(['please stop', 'stop it', 'stopped', 'nonstop', 'start', '', '!!', 'cancel', 'no'])('%j is none', (text) =>
    expect(wordsOf(STOP_WORDS).has(normalizeText(text))).toBe(false),
  )
  test('is never an opt-in keyword', () => {
    const starts = wordsOf(START_WORDS)
    expect([...wordsOf(STOP_WORDS)].filter((word) => starts.has(word))).toEqual([])
  })
})

test.each(['START', 'unstop', 'Opt-in!', 'शुरू करो'])('%j is an opt-in keyword', (text) => {
  expect(wordsOf(START_WORDS).has(normalizeText(text))).toBe(true)
})

test('a keyword is stored without case, punctuation and extra spaces', () => {
  expect(normalizeWords(' ¡Price -- List! ')).toBe('price list')
  expect(normalizeWords('?!')).toBe('')
})

describe('an auto-reply', () => {
  const rules = ['price', 'price list', 'hours', 'कीमत', 'straße'].map((keyword) => ({
    folded: normalizeWords(keyword),
  }))
  test.each([
    ['price', 'price'],
    ['  PRICE?? ', 'price'],
    ['What is the price, please?', 'price'],
    ['send me your price list', 'price list'],
    ['Price-List!', 'price list'],
    ['price and hours', 'price'],
    ['hours and price', 'price'],
    ['कीमत क्या है', 'कीमत'],
    ['STRASSE', 'strasse'],
    ['prices', undefined],
    ['overpriced', undefined],
    ['pricelist', undefined],
    ['', undefined],
    ['?!', undefined],
  ])('to %j uses the rule %s', (text, expected) => expect(ruleFor(text, rules)?.folded).toBe(expected))

  test('never answers with a rule without a keyword', () => {
    for (const text of ['', '?', 'price']) expect(ruleFor(text, [{ folded: '' }])).toBeUndefined()
  })

  test('of equally long keywords the first rule answers, whatever their order in the message', () => {
    const equal = [{ folded: 'red' }, { folded: 'tea' }]
    expect(ruleFor('tea or red', equal)?.folded).toBe('red')
  })
})
