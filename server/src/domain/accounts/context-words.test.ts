import { describe, expect, test } from 'vitest'
import { isContextPassword } from './context-words.ts'

const NAMES = ['Lotus Café Traders', 'asha.rao+bills@example.com']

describe('a password of the words that everybody tries first', () => {
  test.each([
    'harkara1',
    'Harkara@2026',
    'HARKARA-harkara',
    'lotuscafétraders',
    'Lotus-Traders-12',
    'traders!!!1',
    'asha.rao2024',
    'AshaRaoBills',
    'asha#asha#1',
    'harkara lotus 99',
  ])('%s is refused', (password) => {
    expect(isContextPassword(password, NAMES)).toBe(true)
  })

  test.each([
    'seven quiet rivers',
    'harkara seven rivers',
    'rao-rao-rao', // a word of three letters
    'example.com', // not the person's own part of the address
    'lotus blossom 7',
    '        x ', // nothing in it is a word
    '2024 2025',
  ])('%s is accepted', (password) => {
    expect(isContextPassword(password, NAMES)).toBe(false)
  })

  test('words of other scripts count like those of English', () => {
    expect(isContextPassword('कमल ट्रेडर्स १', ['कमल ट्रेडर्स'])).toBe(true)
  })
})
