import { type Args, ok, recent, type Verb } from '../engine/verb.ts'
import type { Walker } from '../engine/walker.ts'
import { findContact, mobileOf, setLabels, upsert } from '../model/contacts.ts'
import { Missing } from '../model/missing.ts'
import type { Model } from '../model/model.ts'
import { closedOr } from './access.ts'
import { isExpansionDone } from './sure-audience.ts'

export const LABELS = ['friends', 'shops'] as const
export const NAME = 'Asha'

/** Mostly new numbers; now and then one that was a contact before or is one still. */
export const chooseNumbers: Verb['choose'] = ({ messaging: { numbers } }, random) => ({
  count: 1 + random.below(3),
  country: random.pick(['IN', 'IN', 'AE']),
  label: random.pick(LABELS),
  from: numbers > 0 && random.chance(0.25) ? random.below(numbers) : numbers,
})

export const numbersOf = ({ count, country, from }: Args) =>
  Array.from({ length: Number(count) }, (_, n) => mobileOf(String(country), Number(from) + n))

export const giveOut = ({ messaging }: Model, { count, from }: Args) => {
  messaging.numbers = Math.max(messaging.numbers, Number(from) + Number(count))
}

const addContacts: Verb = {
  name: 'add contacts',
  weight: 3,
  choose: chooseNumbers,
  predict: (model, args) =>
    closedOr(model, () => {
      giveOut(model, args)
      const label = String(args['label'])
      const done = numbersOf(args).map((mobile) => upsert(model, mobile, label, true, 'UPDATE_METADATA'))
      const count = (outcome: string) => done.filter((one) => one === outcome).length
      return ok({ created: count('created'), updated: count('updated') })
    }),
  run(walker, args) {
    const contacts = numbersOf(args).map((mobile) => ({ name: NAME, mobile, labels: [args['label']] }))
    return walker.post('/contacts/bulk', { contacts })
  },
}

const pickContact: Verb['choose'] = (model, random) => {
  const contact = recent(random, model.messaging.contacts)
  return contact && { mobile: contact.mobile }
}

/** The product knows contacts by ids, the walk by numbers. */
export async function toContact(
  walker: Walker,
  method: string,
  mobile: unknown,
  path = '',
  body?: unknown,
  under = '/contacts',
) {
  const { status, body: found } = await walker.post('/contacts/search', { search: `+${mobile}` })
  if (status !== 200) return { status, body: found }
  return walker.call('admin', method, `${under}/${found.data[0]?.id}${path}`, body)
}

const editContact: Verb = {
  name: 'edit a contact',
  weight: 2,
  choose(model, random) {
    const contact = pickContact(model, random)
    return contact && { ...contact, label: random.pick([...LABELS, null]) }
  },
  predict: (model, { mobile, label }) =>
    closedOr(model, () => {
      const contact = findContact(model, String(mobile))
      const before = Object.keys(contact.labels).sort().join()
      setLabels(model, contact, label === null ? [] : [String(label)])
      if (Object.keys(contact.labels).join() !== before) contact.revision++
      return ok()
    }),
  run: (walker, { mobile, label }) => toContact(walker, 'PATCH', mobile, '', { labels: label === null ? [] : [label] }),
}

const deleteContact: Verb = {
  name: 'delete a contact',
  weight: 1,
  choose: pickContact,
  predict: (model, { mobile }) =>
    closedOr(model, () => {
      const gone = findContact(model, String(mobile))
      model.messaging.contacts = model.messaging.contacts.filter((one) => one !== gone)
      return { status: 204 }
    }),
  run: (walker, { mobile }) => toContact(walker, 'DELETE', mobile),
}

const optOut: Verb = {
  name: 'vendor opts a contact out',
  weight: 1,
  choose: pickContact,
  predict: (model, args) =>
    closedOr(model, () => {
      model.messaging.optOuts[findContact(model, String(args['mobile'])).mobile] = 'MANUAL'
      return ok()
    }),
  run: (walker, { mobile }) => toContact(walker, 'POST', mobile, '/opt-out'),
}

const optIn: Verb = {
  name: 'vendor opts a contact in',
  weight: 1,
  choose: (model, random) => (isExpansionDone(model) ? pickContact(model, random) : undefined),
  predict: (model, args) =>
    closedOr(model, () => {
      const { mobile } = findContact(model, String(args['mobile']))
      if (!isExpansionDone(model)) throw new Missing('who gets it would be chance')
      delete model.messaging.optOuts[mobile]
      return { status: 204 }
    }),
  run: (walker, { mobile }) => toContact(walker, 'DELETE', mobile, '/opt-out'),
}

export const addressBookVerbs: readonly Verb[] = [addContacts, editContact, deleteContact, optOut, optIn]
