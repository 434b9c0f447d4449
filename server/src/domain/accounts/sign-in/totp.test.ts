import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { acceptedStep, otpauthUrl, toBase32, totpCode, totpStep } from './totp.ts'

/** The SHA-1 vectors of RFC 6238, appendix B. */
const MAC = (counter: Uint8Array) => createHmac('sha1', '12345678901234567890').update(counter).digest()
const VECTORS = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const

test.each(VECTORS)('at second %i the code is %s', (seconds, code) => {
  const step = totpStep(new Date(seconds * 1000))
  expect(totpCode(MAC, step, 8)).toBe(code)
  expect(totpCode(MAC, step)).toBe(code.slice(2))
})

describe('a code is accepted', () => {
  const now = new Date(1_234_567_890_000)
  const step = totpStep(now)
  const accepted = (shift: number, lastStep: number | null = null) =>
    acceptedStep(MAC, totpCode(MAC, step + shift), { now, lastStep })

  test('one step early or late, and no more', () => {
    expect([-2, -1, 0, 1, 2].map((shift) => accepted(shift))).toEqual([undefined, step - 1, step, step + 1, undefined])
  })

  test('once, and none before it afterwards', () => {
    expect(accepted(0, step)).toBeUndefined()
    expect(accepted(-1, step)).toBeUndefined()
    expect(accepted(1, step)).toBe(step + 1)
    expect(accepted(0, step - 1)).toBe(step)
  })

  test('only if all digits are right', () => {
    const code = totpCode(MAC, step)
    for (const other of ['', code.slice(1), `${code}0`, String((Number(code) + 1) % 1_000_000).padStart(6, '0')])
      expect(acceptedStep(MAC, other, { now, lastStep: null }), other).toBeUndefined()
  })
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 of %j is %j', (text, encoded) => {
  expect(toBase32(Buffer.from(text))).toBe(encoded)
})

test('the address for authenticator apps names issuer, account and secret', () => {
  expect(otpauthUrl('Harkara', 'asha+1@example.com', 'MZXW6')).toBe(
    'otpauth://totp/Harkara:asha%2B1%40example.com?secret=MZXW6&issuer=Harkara&algorithm=SHA1&digits=6&period=30',
  )
})
