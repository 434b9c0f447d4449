import type { Mergeable } from '../../../domain/contacts/contact.ts'
import { readInternational } from '../../../domain/contacts/phone/read-number.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { type ContactCodec, storeProfile } from '../codec.ts'
import type { IncomingContact } from './upsert-contacts.sql.ts'

/** Whoever a number belongs to. */
export interface Identity {
  /** Digits only. */
  mobile: string
  countryCode: string
}

/** A number that somebody typed into a request. The refusal says what is wrong with it and does not repeat it. */
export function readMobile(typed: string): Identity {
  const read = readInternational(typed)
  if (read.kind === 'bad')
    throw new AppError('VALIDATION_FAILED', {
      detail: `mobile: ${read.reason}`,
      errors: [{ path: 'mobile', message: read.reason }],
    })
  return identityOf(read)
}

export const identityOf = ({ e164, countryCode }: { e164: string; countryCode: string }): Identity => ({
  mobile: e164.slice(1),
  countryCode,
})

/** A contact on its way into the address book. */
export function sealIncoming(codec: ContactCodec, contact: Identity & Mergeable): IncomingContact {
  const { mobile, name, countryCode, labels } = contact
  return {
    id: newId<'contact'>(),
    mobileHash: codec.hash(mobile),
    ...storeProfile(codec, { mobile, name, attributes: withValue(contact.attributes) }),
    countryCode,
    labels,
  }
}

/** An attribute without a value is the same as none. */
export const withValue = (attributes: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).filter((entry): entry is [string, string] => !!entry[1]))
