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
    const labels = label === null ? {} : { [label]: model.now }
    contacts.push({ mobile, country: countryOf(mobile), labels, isNamed, revision: 1 })
    return 'created'
  }
  if (strategy === 'SKIP_DUPLICATES' || label === null) return 'unchanged'
  const before = JSON.stringify(known)
  if (strategy === 'FULL_REPLACE') setLabels(model, known, [label])
  else known.labels[label] ??= model.now
  if (strategy === 'UPDATE_METADATA' || strategy === 'FULL_REPLACE') known.isNamed ||= isNamed
  if (JSON.stringify(known) === before) return 'unchanged'
  known.revision++
  return 'updated'
}

/** A label that the contact has keeps its time. */
export function setLabels(model: Model, contact: Contact, labels: readonly string[]) {
  contact.labels = Object.fromEntries(labels.map((label) => [label, contact.labels[label] ?? model.now]))
}

/** The jobs that read an uploaded file, write a confirmed one and take back what one has written. */
export function runImports(model: Model) {
  for (const one of model.messaging.imports) {
    if (one.status === 'UPLOADED') one.status = 'PENDING_REVIEW'
    if (one.status === 'PERSISTING') persist(model, one)
    if (one.undo === 'RUNNING') undo(model, one)
  }
}

function persist(model: Model, one: Import) {
  one.status = 'COMPLETED'
  for (const { mobile, isLeftOut } of one.rows) {
    if (isLeftOut) continue
    const known = model.messaging.contacts.find((contact) => contact.mobile === mobile)
    const labelsBefore = known ? Object.keys(known.labels) : null
    const result = upsert(model, mobile, one.label, true, one.strategy)
    const contact = findContact(model, mobile)
    if (result === 'unchanged') {
      see(model, one, contact)
      continue
    }
    one.changes.push({ contact, labelsBefore, revision: contact.revision })
  }
}

/** A contact that another import wrote last is not that one's alone any more. */
function see({ messaging }: Model, one: Import, contact: Contact) {
  const isLast = (change: Import['changes'][number]) =>
    change.contact === contact &&
    change.revision === contact.revision &&
    (change.labelsBefore === null || one.strategy !== 'SKIP_DUPLICATES')
  if (!messaging.imports.some((other) => other !== one && other.changes.some(isLast))) return
  contact.seenBy = contact.seenBy === undefined || contact.seenBy === one.name ? one.name : null
}

/** Contacts that were changed or used since, that another import has found, or that are gone, are left as they are. */
function undo(model: Model, one: Import) {
  one.undo = 'DONE'
  const { messaging } = model
  for (const { contact, labelsBefore, revision } of one.changes) {
    if (!messaging.contacts.includes(contact) || contact.revision !== revision) continue
    if (contact.seenBy !== undefined && contact.seenBy !== one.name) continue
    if (labelsBefore === null && contact.hasConversation) continue
    if (labelsBefore === null) messaging.contacts = messaging.contacts.filter((each) => each !== contact)
    else {
      setLabels(model, contact, labelsBefore)
      contact.revision++
    }
  }
  for (const contact of messaging.contacts) if (contact.seenBy === one.name) delete contact.seenBy
}
