import type { Consent } from '../../domain/contacts/consent.ts'
import { WARNINGS } from '../../domain/contacts/contact.ts'
import { LABELS_PER_CONTACT_SOFT_MAX } from '../../domain/contacts/labels.ts'
import type { ContactCodec } from './codec.ts'
import type { ContactRow } from './sql.ts'
import type { ContactView, SavedContactView } from './views.ts'

export function presentContact(codec: ContactCodec, row: ContactRow): ContactView {
  const { mobile, name, attributes, consent } = codec.open(row.profileCipher)
  return {
    id: row.id,
    name,
    mobile,
    e164: `+${mobile}`,
    countryCode: row.countryCode,
    labels: row.labels,
    attributes,
    source: row.source,
    optedOutAt: row.optedOutAt?.toISOString() ?? null,
    optOutReason: row.optOutReason,
    consent: presentConsent(consent),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export const presentConsent = (consent: Consent | undefined): ContactView['consent'] =>
  consent ? { status: consent.status ?? null, date: consent.date ?? null, source: consent.source ?? null } : null

/** The response to a change, with warnings for the vendor. */
export function presentSavedContact(codec: ContactCodec, row: ContactRow): SavedContactView {
  const contact = presentContact(codec, row)
  return hasManyLabels(row.labels) ? { ...contact, warnings: [WARNINGS.manyLabels] } : contact
}

export const hasManyLabels = (labels: readonly string[]) => labels.length > LABELS_PER_CONTACT_SOFT_MAX
