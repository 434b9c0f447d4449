/** Crockford's base32: no letters that look like digits, so codes survive being copied by hand. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUP = /.{4}/g

/** Ten bytes as four groups of four characters. Eighty random bits cannot be guessed, so a fast hash protects them. */
export function recoveryCodeOf(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const characters = (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('')
  return characters.match(GROUP)?.join('-') ?? ''
}

/** What was typed, without spaces and dashes, in lower case, and with the digits that letters were mistaken for. */
export const normalizeRecoveryCode = (typed: string) =>
  typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1')
