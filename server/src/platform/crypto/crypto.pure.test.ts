import { describe, expect, test } from 'vitest'
import type { VendorId } from '../../domain/ids.ts'
import { newId } from '../ids.ts'
import { createBlindIndex } from './blind-index.ts'
import { hashPassword, isCommonPassword, verifyPassword } from './passwords.ts'
import { createSigner } from './signing.ts'

describe('the blind index', () => {
  const index = createBlindIndex(Buffer.alloc(32, 1))
  const [a, b] = [newId<'vendor'>(), newId<'vendor'>()] as [VendorId, VendorId]

  test('finds the same value and nothing else', () => {
    expect(index.of('mobile', a, '+919876543210')).toEqual(index.of('mobile', a, '+919876543210'))
    expect(index.of('mobile', a, '+919876543210')).not.toEqual(index.of('mobile', a, '+919876543211'))
  })

  test('gives unrelated hashes for another vendor, purpose or key', () => {
    const hash = index.of('mobile', a, '+919876543210')
    expect(index.of('mobile', b, '+919876543210')).not.toEqual(hash)
    expect(index.of('email', a, '+919876543210')).not.toEqual(hash)
    expect(createBlindIndex(Buffer.alloc(32, 2)).of('mobile', a, '+919876543210')).not.toEqual(hash)
  })
})

describe('passwords', () => {
  test('no part is ignored: two long ones that differ at character 73 do not open each other', async () => {
    const base = 'p'.repeat(72)
    const hash = await hashPassword(`${base}A`)
    expect(await verifyPassword(hash, `${base}A`)).toBe(true)
    expect(await verifyPassword(hash, `${base}B`)).toBe(false)
  })

  test('are kept as argon2id', async () => {
    expect(await hashPassword('seven quiet rivers')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('typed on another keyboard (composed or not) the same password works', async () => {
    expect(await verifyPassword(await hashPassword('caf\u00e9 noir'), 'cafe\u0301 noir')).toBe(true)
  })

  test('without an account no password is right', async () => {
    expect(await verifyPassword(undefined, 'nobody has this password')).toBe(false)
  })

  test.each(['password', 'PASSWORD', '12345678', 'qwertyuiop', 'iloveyou'])('%s is common', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })
})

describe('the signer', () => {
  const signer = createSigner('a secret')

  test('accepts its own signatures and no others', () => {
    const signature = signer.sign('refresh-token', 'x.1')
    expect(signer.verify('refresh-token', 'x.1', signature)).toBe(true)
    expect(signer.verify('refresh-token', 'x.2', signature)).toBe(false)
    expect(signer.verify('invitation', 'x.1', signature)).toBe(false)
    expect(signer.verify('refresh-token', 'x.1', signature.subarray(0, 31))).toBe(false)
    expect(createSigner('another').verify('refresh-token', 'x.1', signature)).toBe(false)
  })
})
