import type { Profile } from '../../domain/contacts/contact.ts'
import { nameWords } from '../../domain/contacts/name-tokens.ts'
import { indexedSuffix } from '../../domain/contacts/number-suffix.ts'
import type { VendorId } from '../../domain/ids.ts'
import { memoizeBounded } from '../../platform/caching/memoize.ts'
import type { BlindIndex } from '../../platform/crypto/blind-index.ts'
import type { FieldCipher } from '../../platform/crypto/keyring.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'

/** How a contact's personal data is stored: one ciphertext and keyed hashes for lookups. */
export interface ContactCodec {
  /** The identity of a contact: one number has one hash, whatever its source. */
  hash(mobile: string): Buffer
  seal(profile: Profile): Buffer
  open(profileCipher: Uint8Array): Profile
  /** The search tokens of the words of a name. */
  tokens(name: string): bigint[]
  /** The search token of a number's last digits; undefined for too few digits. */
  suffixToken(digits: string): bigint | undefined
  /** All search tokens of a contact: the words of its name, and the last digits of its number. */
  searchTokens(profile: Pick<Profile, 'mobile' | 'name'>): bigint[]
}

/** A profile in the form of its database columns. */
export interface StoredProfile {
  profileCipher: Buffer
  /** Also contains the token of the number's last digits. */
  nameTokens: bigint[]
  filledKeys: string[]
}

const PROFILE = 'contact.profile'
const NAME = 'contact.name'
const MOBILE = 'contact.mobile'
const SUFFIX = 'contact.mobile-suffix'
const HAS_DIGIT = /[0-9]/

export function contactCodec(vendorId: VendorId, cipher: FieldCipher, blindIndex: BlindIndex): ContactCodec {
  const compute = blindIndex.tokenHasherFor(NAME, vendorId)
  // Names share most of their words, so their tokens are memoized; words with digits are mostly unique.
  const remembered = memoizeBounded(compute)
  const tokenOf = (word: string) => (HAS_DIGIT.test(word) ? compute(word) : remembered(word))
  // There are only 10,000 of them.
  const suffixTokenOf = memoizeBounded(blindIndex.tokenHasherFor(SUFFIX, vendorId))
  const tokens = (name: string) => nameWords(name).map(tokenOf)
  const suffixToken = (digits: string) => {
    const suffix = indexedSuffix(digits)
    return suffix === undefined ? undefined : suffixTokenOf(suffix)
  }
  return {
    hash: (mobile) => mobileHash(blindIndex, vendorId, mobile),
    seal: (profile) => cipher.seal(PROFILE, serialiseProfile(profile)),
    open(profileCipher) {
      const [mobile, name, attributes, consent] = JSON.parse(cipher.open(PROFILE, profileCipher))
      return consent ? { mobile, name, attributes, consent } : { mobile, name, attributes }
    },
    tokens,
    suffixToken,
    searchTokens({ name, mobile }) {
      const suffix = suffixToken(mobile)
      return suffix === undefined ? tokens(name) : [...tokens(name), suffix]
    },
  }
}

/** For bulk work: it reuses its buffers, so a result is valid only until the next call. */
export function bulkContactCodec(
  vendorId: VendorId,
  cipher: FieldCipher,
  blindIndex: BlindIndex,
): Pick<ContactCodec, 'hash' | 'seal'> {
  const hashOfMobile = blindIndex.hasherFor(MOBILE, vendorId)
  const seal = cipher.sealerFor(PROFILE)
  return { hash: (mobile) => hashOfMobile(`+${mobile}`), seal: (profile) => seal(serialiseProfile(profile)) }
}

const serialiseProfile = ({ mobile, name, attributes, consent }: Profile) =>
  JSON.stringify(consent ? [mobile, name, attributes, consent] : [mobile, name, attributes])

/** The same hash without a vendor's key, for lookups across vendors. */
export const mobileHash = (blindIndex: BlindIndex, vendorId: VendorId, mobile: string): Buffer =>
  blindIndex.of(MOBILE, vendorId, `+${mobile}`)

/** Writers call it in their transaction, after they have read contacts: then its hashes stay valid until the end. */
export async function codecFor(deps: Pick<Deps, 'keyring' | 'blindIndex'>, db: Db, vendorId: VendorId) {
  await deps.blindIndex.refresh(db)
  return contactCodec(vendorId, await deps.keyring.of(db, vendorId), deps.blindIndex)
}

export const toStoredProfile = (codec: ContactCodec, profile: Profile): StoredProfile => ({
  profileCipher: codec.seal(profile),
  nameTokens: codec.searchTokens(profile),
  filledKeys: filledKeys(profile),
})

/** Marks a contact with a recorded consent. Names of attributes are trimmed, so it cannot be one of them. */
export const CONSENT_KEY = ' consent'

/** The names of the attributes that have a value, 'name' if the name is not empty, and the mark of a consent. */
export function filledKeys({ name, attributes, consent }: Omit<Profile, 'mobile'>): string[] {
  const keys = name === '' ? [] : ['name']
  if (consent) keys.push(CONSENT_KEY)
  for (const key of Object.keys(attributes)) if (attributes[key] !== '') keys.push(key)
  return keys
}
