import { expect, test } from 'vitest'
import { resolveScripts, SCRIPTS, scriptOf } from './scripts.ts'

test.each([
  ['A', 'Latn'],
  ['é', 'Latn'],
  ['Я', 'Cyrl'],
  ['क', 'Deva'],
  ['த', 'Taml'],
  ['ش', 'Arab'],
  ['漢', 'Hani'],
  ['か', 'Hira'],
  ['한', 'Hang'],
  ['𠮷', 'Hani'],
  ['7', undefined],
  [' ', undefined],
  ['।', undefined],
  ['\u0301', undefined],
])('%s is of the script %s', (character, script) => {
  expect(scriptOf(character)).toBe(script)
})

test('every script has a letter of its own', () => {
  expect(new Set(SCRIPTS).size).toBe(SCRIPTS.length)
})

const scriptsOf = (text: string) =>
  resolveScripts(text)
    .map((script) => script?.[0] ?? '-')
    .join('')

test('shared characters belong to the script before them, those at the start to the first that follows', () => {
  expect(scriptsOf('(a) 7 क, ख ش')).toBe('LLLLLLDDDDDA')
  expect(scriptsOf('12 த')).toBe('TTTT')
  expect(scriptsOf('12-7')).toBe('----')
  expect(scriptsOf('')).toBe('')
})

test('there is an answer for every UTF-16 code unit', () => {
  expect(resolveScripts('𠮷a😀')).toEqual(['Hani', 'Hani', 'Latn', 'Latn', 'Latn'])
})
