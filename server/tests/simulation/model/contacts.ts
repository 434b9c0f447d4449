import type { Contact, Import, Strategy } from './messaging.ts'
import { Missing } from './missing.ts'
import type { Model } from './model.ts'

export const mobileOf = (country: string, n: number) =>
  country === 'IN' ? `9198765${String(10_000 + n)}` : `97150123${String(1_000 + n)}`

export const countryOf = (mobile: string) => (mobile.startsWith('91') ? 'IN' : 'AE')

export function findContact({ messaging }: Model, mobile: string): Contact {
  const contact = messaging.contacts.find((one) => one.mobile === mobile)
  if (!contact) throw new Missing(`no contact ${mobile}`)
  return contact
}

/** A number is one contact; what is known of it decides with the strategy what becomes of it. */
export function upsert(model: Model, mobile: string, label: string | null, isNamed: boolean, strategy: Strategy) {
  const { contacts } = model.messaging
  const known = contacts.find((one) => one.mobile === mobile)
  if (!known) {
    contacts.push({ mobile, country: countryOf(mobile), labels: label === null ? {} : { [label]: model.now }, isNamed })
    return 'created'
  }
  if (strategy === 'SKIP_DUPLICATES' || label === null) return 'unchanged'
  const before = JSON.stringify(known)
  if (strategy === 'FULL_REPLACE') setLabels(model, known, [label])
  else known.labels[label] ??= model.now
  if (strategy === 'UPDATE_METADATA' || strategy === 'FULL_REPLACE') known.isNamed ||= isNamed
  return JSON.stringify(known) === before ? 'unchanged' : 'updated'
}

/** A label that the contact has keeps its time. */
export function setLabels(model: Model, contact: Contact, labels: readonly string[]) {
  contact.labels = Object.fromEntries(labels.map((label) => [label, contact.labels[label] ?? model.now]))
}

/** The job that reads an uploaded file, and the one that writes a confirmed one. */
export function runImports(model: Model) {
  for (const one of model.messaging.imports) {
    if (one.status === 'UPLOADED') one.status = 'PENDING_REVIEW'
    if (one.status === 'PERSISTING') persist(model, one)
  }
}

function persist(model: Model, one: Import) {
  one.status = 'COMPLETED'
  for (const mobile of one.mobiles) upsert(model, mobile, one.label, true, one.strategy)
}
