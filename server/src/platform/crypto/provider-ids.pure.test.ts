import { describe, expect, test } from 'vitest'
import { randomKey } from './aead.ts'
import { createProviderIds } from './provider-ids.ts'

const ID = 'wamid.HBgMOTE5ODc2NTQzMjEwFQIAERgSMEM0QjA2NzE5RTdEMkM3MDlBAA=='

describe('a message id of the provider', () => {
  const ids = createProviderIds(randomKey())

  test('is stored without the number, equal ids equally, and read again', () => {
    const sealed = ids.seal(ID)
    expect(sealed).toBe(ids.seal(ID))
    expect(ids.seal(ID.replace('SMEM0', 'SMEM1'))).not.toBe(sealed)
    for (const encoding of ['base64url', 'base64'] as const)
      expect(Buffer.from(sealed.slice('sealed1.'.length), encoding).toString('latin1')).not.toContain('919876543210')
    expect(ids.open(sealed)).toBe(ID)
  })

  test('that is sealed already is not sealed again, and one of an earlier release is found in both forms', () => {
    const sealed = ids.seal(ID)
    expect(ids.seal(sealed)).toBe(sealed)
    expect(ids.forms(ID)).toEqual([sealed, ID])
    expect(ids.forms(sealed)).toEqual([sealed, ID])
    for (const other of [ID, 'erased.1', 'sealed1.', 'sealed1.AAAA']) expect(ids.open(other)).toBe(other)
  })

  test('cannot be read or made with another key, or altered', () => {
    const other = createProviderIds(randomKey())
    const sealed = ids.seal(ID)
    expect(other.seal(ID)).not.toBe(sealed)
    expect(other.open(sealed)).toBe(sealed)
    const altered = Buffer.from(sealed.slice('sealed1.'.length), 'base64url')
    altered[20] = (altered[20] ?? 0) ^ 1
    expect(ids.open(`sealed1.${altered.toString('base64url')}`)).not.toContain('wamid')
  })
})
