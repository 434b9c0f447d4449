import { describe, expect, test } from 'vitest'
import { shortSpelling, spellingsOf } from './number-spellings.ts'

describe('a number that the provider may spell differently', () => {
  test.each([
    ['5521987654321', '552187654321'],
    ['5215512345678', '525512345678'],
    ['5491123456789', '541123456789'],
  ])('%s and %s are the same phone', (long, short) => {
    expect(spellingsOf(long)).toEqual([long, short])
    expect(spellingsOf(short)).toEqual([short, long])
    expect(shortSpelling(long)).toBe(short)
    expect(shortSpelling(short)).toBe(short)
  })
  test.each(['5521987654321', '552187654321', '5215512345678', '525512345678', '5491123456789', '541123456789'])(
    '%s with a digit before or after it is another number, which has no other',
    (digits) => {
      for (const other of [`1${digits}`, `${digits}0`]) expect(spellingsOf(other)).toEqual([other])
    },
  )
  test.each(['919876543210', '14155550123', '552133334444', '5521933334444'])('%s has no other', (digits) => {
    expect(spellingsOf(digits)).toEqual([digits])
    expect(shortSpelling(digits)).toBe(digits)
  })
})
