import type { Signer } from '../../../platform/crypto/signing.ts'

/**
 * `hl_<code>_<signature>`, in the mail beside the digits. Nobody can guess it, so it needs no limit of tries, and
 * strangers who use up the tries of the digits do not keep the owner of the mailbox out.
 */
const SHAPE = /^hl_([0-9a-f-]{36})_([A-Za-z0-9_-]{43})$/
const PURPOSE = 'mailed-link'

export const linkToken = (signer: Signer, codeId: string) =>
  `hl_${codeId}_${signer.sign(PURPOSE, codeId).toString('base64url')}`

/** Returns the code id of the link, or undefined if the signature is wrong. */
export function readLinkToken(signer: Signer, token: string): string | undefined {
  const [, codeId, signature] = SHAPE.exec(token) ?? []
  if (!codeId || !signature) return undefined
  return signer.verify(PURPOSE, codeId, Buffer.from(signature, 'base64url')) ? codeId : undefined
}
