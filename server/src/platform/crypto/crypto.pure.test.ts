import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { VendorId } from '../../domain/ids.ts'
import { newId } from '../ids.ts'
import { createBlindIndex, sharedVersion } from './blind-index.ts'
import { fieldCipher } from './keyring.ts'
import { createPasswords, isCommonPassword, PASSWORD_MEMORY_KIB } from './passwords.ts'
import { createSigner } from './signing.ts'

/** In any script, and sometimes longer than the reused buffer. */
const TEXT = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', minLength: 90, maxLength: 600 }))

describe('the blind index', () => {
  const index = createBlindIndex([Buffer.alloc(32, 1)])
  const [a, b] = [newId<'vendor'>(), newId<'vendor'>()] as [VendorId, VendorId]

  test('finds the same value and nothing else', () => {
    expect(index.of('mobile', a, '+919876543210')).toEqual(index.of('mobile', a, '+919876543210'))
    expect(index.of('mobile', a, '+919876543210')).not.toEqual(index.of('mobile', a, '+919876543211'))
  })

  test('gives unrelated hashes for another vendor, purpose or key', () => {
    const hash = index.of('mobile', a, '+919876543210')
    expect(index.of('mobile', b, '+919876543210')).not.toEqual(hash)
    expect(index.of('email', a, '+919876543210')).not.toEqual(hash)
    expect(createBlindIndex([Buffer.alloc(32, 2)]).of('mobile', a, '+919876543210')).not.toEqual(hash)
  })

  test('hashes very many values one after the other as it hashes each alone', () => {
    const hashOf = index.hasherFor('mobile', a)
    const check = (value: string) => void expect(hashOf(value)).toEqual(index.of('mobile', a, value))
    fc.assert(fc.property(TEXT, check))
  })

  test('a hash moves to a key that was added without its value, and is recognised at any time', () => {
    const keys = [1, 2, 3].map((n) => Buffer.alloc(32, n))
    const versions = [1, 2, 3].map((version) => createBlindIndex(keys, sharedVersion(version)))
    const hashes = versions.map((one) => one.of('mobile', a, '+919876543210'))
    const tokens = versions.map((one) => one.tokenHasherFor('name', a)('asha'))
    expect(hashes[0]).toEqual(index.of('mobile', a, '+919876543210'))
    for (const [i, version] of versions.entries()) {
      expect(version.withLater(hashes[i] as Buffer)).toEqual(hashes.slice(i))
      expect(version.tokensWithLater([tokens[i] as bigint])).toEqual(tokens.slice(i).map((token) => [token]))
      for (const hash of hashes) expect(version.isSame(hash, hashes[i] as Buffer)).toBe(true)
      expect(version.isSame(hashes[0] as Buffer, version.of('mobile', a, '+919876543211'))).toBe(false)
      expect(version.constantHasherFor('mobile', a)('+919876543210')).toEqual(hashes[0])
    }
    expect(new Set([...hashes.map((hash) => hash.toString('hex')), ...tokens]).size).toBe(6)
  })
})

describe('a field cipher', () => {
  const vendorId = newId<'vendor'>() as VendorId
  const cipher = fieldCipher({ vendorId, sealWith: 2, keys: [1, 2].map((n) => [n, Buffer.alloc(32, n)] as const) })

  test('seals very many texts one after the other: each opens under its field alone, and none looks like another', () => {
    const seal = cipher.sealerFor('name')
    const seen = new Set<string>()
    const check = (text: string) => {
      const sealed = seal(text)
      expect(cipher.open('name', sealed)).toBe(text)
      expect(() => cipher.open('city', sealed)).toThrow()
      expect(sealed.length).toBe(cipher.seal('name', text).length)
      seen.add(sealed.toString('hex'))
    }
    fc.assert(fc.property(TEXT, check))
    for (let i = 0; i < 1_000; i++) check('the same')
    expect(seen.size).toBeGreaterThanOrEqual(1_000)
  })
})

describe('passwords', () => {
  const passwords = createPasswords(PASSWORD_MEMORY_KIB)

  test('no part is ignored: two long ones that differ at character 73 do not open each other', async () => {
    const base = 'p'.repeat(72)
    const hash = await passwords.hash(`${base}A`)
    expect(await passwords.verify(hash, `${base}A`)).toBe(true)
    expect(await passwords.verify(hash, `${base}B`)).toBe(false)
  })

  test('are kept as argon2id', async () => {
    expect(await passwords.hash('seven quiet rivers')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('hashed at another cost, they still match', async () => {
    const hash = await createPasswords(64).hash('seven quiet rivers')
    expect(await passwords.verify(hash, 'seven quiet rivers')).toBe(true)
  })

  test('typed on another keyboard (composed or not) the same password works', async () => {
    expect(await passwords.verify(await passwords.hash('caf\u00e9 noir'), 'cafe\u0301 noir')).toBe(true)
  })

  test('without an account no password is right', async () => {
    expect(await passwords.verify(undefined, 'nobody has this password')).toBe(false)
  })

  test.each(['password', 'PASSWORD', '12345678', 'qwertyuiop', 'iloveyou'])('%s is common', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })
})

describe('the signer', () => {
  const signer = createSigner(['a secret'])

  test('accepts its own signatures and no others', () => {
    const signature = signer.sign('refresh-token', 'x.1')
    expect(signer.verify('refresh-token', 'x.1', signature)).toBe(true)
    expect(signer.verify('refresh-token', 'x.2', signature)).toBe(false)
    expect(signer.verify('invitation', 'x.1', signature)).toBe(false)
    expect(signer.verify('refresh-token', 'x.1', signature.subarray(0, 31))).toBe(false)
    expect(createSigner(['another']).verify('refresh-token', 'x.1', signature)).toBe(false)
  })
  test('with two secrets signs with the first and accepts both', () => {
    const [old, both, next] = [createSigner(['old']), createSigner(['new', 'old']), createSigner(['new'])]
    for (const signature of [old.sign('invitation', 'x'), next.sign('invitation', 'x')])
      expect(both.verify('invitation', 'x', signature)).toBe(true)
    expect(next.verify('invitation', 'x', both.sign('invitation', 'x'))).toBe(true)
    expect(next.verify('invitation', 'x', old.sign('invitation', 'x'))).toBe(false)
    expect(both.verify('invitation', 'y', old.sign('invitation', 'x'))).toBe(false)
  })
})
