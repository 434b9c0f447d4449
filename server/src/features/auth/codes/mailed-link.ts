import type { Signer } from '../../../platform/crypto/signing.ts'

/**
 * `hl_<code>_<signature>`, in the mail beside the digits. Nobody can guess it, so it needs no limit of tries, and
 * strangers who use up the tries of the digits do not keep the owner of the mailbox out. It has no digit, so that a
 * program that looks for six digits in the mail finds the code alone.
 */
const SHAPE = /^hl_([a-p-]{36})_([a-p]{64})$/
const PURPOSE = 'mailed-link'

export const linkToken = (signer: Signer, codeId: string) =>
  `hl_${toLetters(codeId)}_${toLetters(signer.sign(PURPOSE, codeId).toString('hex'))}`

/** Returns the code id of the link, or undefined if the signature is wrong. */
export function readLinkToken(signer: Signer, token: string): string | undefined {
  const [, code, signature] = SHAPE.exec(token) ?? []
  if (!code || !signature) return undefined
  const codeId = toHex(code)
  return signer.verify(PURPOSE, codeId, Buffer.from(toHex(signature), 'hex')) ? codeId : undefined
}

const LETTERS = 'abcdefghijklmnop'
const toLetters = (hex: string) => hex.replace(/[0-9a-f]/g, (digit) => LETTERS.charAt(Number.parseInt(digit, 16)))
const toHex = (letters: string) => letters.replace(/[a-p]/g, (letter) => LETTERS.indexOf(letter).toString(16))
