import type { Mergeable } from '../../../domain/contacts/contact.ts'
import { readInternational } from '../../../domain/contacts/phone/read-number.ts'
import { invalidField } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { type ContactCodec, toStoredProfile } from '../codec.ts'
import type { IncomingContact } from './upsert-contacts.sql.ts'

/** What identifies a contact. */
export interface Identity {
  /** Digits only. */
  mobile: string
  countryCode: string
}

/** Parses a number from a request. The error says what is wrong without quoting the number. */
export function readMobile(typed: string): Identity {
  const read = readInternational(typed)
  if (read.kind === 'bad') throw invalidField('mobile', read.reason)
  return identityOf(read)
}

export const identityOf = ({ e164, countryCode }: { e164: string; countryCode: string }): Identity => ({
  mobile: e164.slice(1),
  countryCode,
})

/** Encrypts and hashes a contact for `upsertContacts`. */
export function toIncomingContact(codec: ContactCodec, contact: Identity & Mergeable): IncomingContact {
  const { mobile, name, countryCode, labels } = contact
  return {
    id: newId<'contact'>(),
    mobileHash: codec.hash(mobile),
    ...toStoredProfile(codec, { mobile, name, attributes: withoutEmpty(contact.attributes) }),
    countryCode,
    labels,
  }
}

/** An attribute without a value is the same as no attribute. */
export const withoutEmpty = (attributes: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).filter((entry): entry is [string, string] => !!entry[1]))
