import { expect } from 'vitest'
import { addressBook } from '../contacts/contacts.ts'
import type { TestProduct } from '../product.ts'
import type { SeededRandom } from '../random/seeded-random.ts'
import { csv, statusOf, withoutInstants } from './imports.ts'
import { byHand, type Owner } from './imports-by-hand.ts'

interface Known {
  name: string
  labels: string[]
  city: string
  source: 'MANUAL' | 'API' | 'IMPORT'
}
type Incoming = Omit<Known, 'source'>
type Book = Map<string, Known>

const STRATEGIES = ['SKIP_DUPLICATES', 'MERGE_LABELS', 'UPDATE_METADATA', 'FULL_REPLACE'] as const
type Strategy = (typeof STRATEGIES)[number]

let next = 0

/**
 * Changes contacts between the preview and the confirmation. A small in-memory model predicts the final contacts, and
 * how many of them end differently from the last preview.
 */
export async function changeBetween(product: TestProduct, owner: Owner, random: SeededRandom) {
  const { token } = owner
  const hand = byHand(product, owner, 3)
  const strategy = random.pick(STRATEGIES)
  const numbers = Array.from({ length: 6 }, () => `91987${String(1_000_000 + next++)}`)
  const book: Book = new Map()
  const act = (number: string) => changeOne(product, owner, random, book, number)
  for (const number of numbers) if (random.below(2)) await act(number)

  const incoming = new Map(numbers.map((number) => [number, anyContact(random)]))
  const rows = [...incoming].map(([number, { name, labels, city }]) => [name, `+${number}`, labels.join(';'), city])
  const fields = { mergeStrategy: strategy, confirmFullReplace: 'true' }
  const jobId = await hand.toReview(csv(['Name', 'Phone', 'Tags', 'City'], ...rows), { fields })
  let announced = actionsOf(strategy, book, incoming)
  for (let step = random.below(8); step > 0; step--) {
    await act(random.pick(numbers))
    if (random.below(3) === 0) {
      const preview = (await product.get(`/contacts/import/${jobId}/preview`, { token })).body
      announced = actionsOf(strategy, book, incoming)
      expect(preview.validSample.map((item: { _action: string }) => item._action)).toEqual([...announced.values()])
      const existing = numbers.filter((number) => book.has(number)).length
      expect(preview.conflictSummary.totalExistingContacts).toBe(existing)
    }
  }
  const actions = actionsOf(strategy, book, incoming)
  await hand.confirmAndPersist(jobId)
  for (const [number, contact] of incoming) book.set(number, mergeInto(strategy, book.get(number), contact).after)

  const count = (action: string) => [...actions.values()].filter((one) => one === action).length
  const { result } = await statusOf(product, token, jobId)
  expect(result).toEqual({
    created: count('CREATE'),
    updated: count('UPDATE'),
    merged: count('MERGE'),
    skipped: count('SKIP'),
    changedSincePreview: numbers.filter((number) => announced.get(number) !== actions.get(number)).length,
  })
  const found = (await addressBook(product, owner))
    .filter(({ mobile }) => numbers.includes(mobile))
    .map(withoutInstants)
  expect(
    found.map(({ mobile, name, labels, attributes, source }) => [mobile, name, labels.sort(), attributes, source]),
  ).toEqual(
    [...book]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([mobile, { name, labels, city, source }]) => [
        mobile,
        name,
        [...labels].sort(),
        city ? { City: city } : {},
        source,
      ]),
  )
}

const anyContact = (random: SeededRandom): Incoming => ({
  name: random.pick(['Al', 'Alf', 'Alfred', '']),
  labels: random.pick([[], ['a'], ['a', 'b'], ['c']]),
  city: random.pick(['', 'Pune', 'Goa']),
})

/** A change that a person or a program may make to one number. */
async function changeOne(product: TestProduct, { token }: Owner, random: SeededRandom, book: Book, mobile: string) {
  const known = book.get(mobile)
  const { name, labels, city } = anyContact(random)
  const attributes: Record<string, string> = city ? { City: city } : {}
  const what = random.pick(known ? ['patch', 'label', 'delete', 'bulk'] : ['create', 'bulk'])
  if (what === 'bulk') {
    await product.post('/contacts/bulk', { contacts: [{ mobile, name, labels, attributes }] }, { token })
    const after = mergeInto('UPDATE_METADATA', known, { name, labels, city }).after
    book.set(mobile, known ? after : { ...after, source: 'API' })
    return
  }
  if (!known) {
    await product.post('/contacts', { mobile: `+${mobile}`, name, labels, attributes }, { token })
    book.set(mobile, { name, labels, city, source: 'MANUAL' })
    return
  }
  const { id } = (await product.post('/contacts/search', { search: mobile }, { token })).body.data[0]
  if (what === 'delete') {
    await product.del(`/contacts/${id}`, { token })
    book.delete(mobile)
  } else if (what === 'label') {
    await product.patch(`/contacts/${id}`, { labels }, { token })
    book.set(mobile, { ...known, labels })
  } else {
    await product.patch(`/contacts/${id}`, { name }, { token })
    book.set(mobile, { ...known, name, source: 'MANUAL' })
  }
}

const actionsOf = (strategy: Strategy, book: Book, incoming: ReadonlyMap<string, Incoming>) =>
  new Map([...incoming].map(([number, contact]) => [number, mergeInto(strategy, book.get(number), contact).action]))

function mergeInto(strategy: Strategy, known: Known | undefined, incoming: Incoming): { action: string; after: Known } {
  if (!known) return { action: 'CREATE', after: { ...incoming, source: 'IMPORT' } }
  if (strategy === 'SKIP_DUPLICATES') return { action: 'SKIP', after: known }
  const labels = [...known.labels, ...incoming.labels.filter((label) => !known.labels.includes(label))]
  const isNew = labels.length > known.labels.length
  if (strategy === 'MERGE_LABELS' || known.source === 'MANUAL') {
    const onChange = strategy === 'UPDATE_METADATA' ? 'UPDATE' : 'MERGE'
    return { action: isNew ? onChange : 'SKIP', after: { ...known, labels } }
  }
  if (strategy === 'FULL_REPLACE')
    return { action: 'UPDATE', after: { ...incoming, name: incoming.name || known.name, source: known.source } }
  const name = incoming.name.length > known.name.length ? incoming.name : known.name
  const city = incoming.city || known.city
  const changes = isNew || name !== known.name || city !== known.city
  return { action: changes ? 'UPDATE' : 'SKIP', after: { name, city, labels, source: known.source } }
}
