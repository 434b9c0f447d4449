import { describe, expect, test } from 'vitest'
import { gstinProblem, stateCodeOf } from './gstin.ts'

describe('a GSTIN', () => {
  test.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '27AAACR5055K1Z7', '27AABCU9603R1ZN'])('%s is accepted', (gstin) => {
    expect(gstinProblem(gstin)).toBeUndefined()
  })

  test.each(['22AAAAA0000A1Z5', '27AABCU9603R1ZM', '29GGGGG1314R9Z6'])(
    '%s is refused for its check character',
    (gstin) => {
      expect(gstinProblem(gstin)).toBe('checksum')
    },
  )

  test.each([
    '',
    '127AAPFU0939F1ZV',
    '27AAPFU0939F1Z',
    '27AAPFU0939F1ZVX',
    '27aapfu0939f1zv',
    'AAAAPFU0939F1ZV',
    '27AAPFU0939F1AV',
  ])('%j is refused for its format', (gstin) => expect(gstinProblem(gstin)).toBe('shape'))

  test('an unknown state code is refused before the checksum is checked', () => {
    expect(gstinProblem('25AAPFU0939F1ZV')).toBe('state')
  })

  test('any single mistyped character is detected', () => {
    const valid = '27AAPFU0939F1ZV'
    for (let i = 0; i < valid.length; i++)
      for (const other of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')
        if (other !== valid[i]) expect(gstinProblem(valid.slice(0, i) + other + valid.slice(i + 1))).toBeDefined()
  })

  test('its first two digits are the state', () => {
    expect(stateCodeOf('29AAGCB7383J1Z4')).toBe('29')
  })
})
