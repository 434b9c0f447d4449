import { expect, test } from 'vitest'
import { createSigner } from '../../../platform/crypto/signing.ts'
import { newId } from '../../../platform/ids.ts'
import { linkToken, readLinkToken } from './mailed-link.ts'

const signer = createSigner(['a secret of this test'])

test('a link leads back to its code and contains no digit that could be taken for one', () => {
  for (let i = 0; i < 200; i++) {
    const codeId = newId()
    const token = linkToken(signer, codeId)
    expect(token).toMatch(/^hl_[a-p_-]+$/)
    expect(readLinkToken(signer, token)).toBe(codeId)
  }
})

test('an altered link leads nowhere', () => {
  const token = linkToken(signer, newId())
  for (let at = 3; at < token.length; at++) {
    const altered = token.slice(0, at) + (token[at] === 'a' ? 'b' : 'a') + token.slice(at + 1)
    expect(readLinkToken(signer, altered), altered).toBeUndefined()
  }
})
