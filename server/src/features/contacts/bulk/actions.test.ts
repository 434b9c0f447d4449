import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { numbersFrom } from '../../../../tests/support/contacts/contacts.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { newVendor, startProduct, type TestProduct } from '../../../../tests/support/product.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
  vendor = await newVendor(product)
})

const newMobile = numbersFrom(57_000_000)
type Contact = { id: string; labels: string[]; optedOutAt: string | null }
async function given(count: number, labels: string[] = [], who = vendor): Promise<Contact[]> {
  const contacts: Contact[] = []
  for (let i = 0; i < count; i++)
    contacts.push((await product.post('/contacts', { mobile: newMobile(), labels }, { token: who.token })).body)
  return contacts
}
const act = (body: object, who = vendor) => product.post('/contacts/actions', body, { token: who.token })
const read = async (id: string) => (await product.get(`/contacts/${id}`, { token: vendor.token })).body
const idsOf = (contacts: Contact[]) => contacts.map(({ id }) => id)

test('labels are added to contacts that lack them, and no other contact is changed', async () => {
  const [one, two] = (await given(2, ['Old'])) as [Contact, Contact]
  await act({ action: 'ADD_LABELS', contactIds: [one.id], labels: ['vip'] })
  const both = { action: 'ADD_LABELS', contactIds: [one.id, two.id, two.id.toUpperCase()], labels: ['VIP', 'Old'] }
  expect(await act(both)).toMatchObject({ status: 200, body: { contacts: 1 } })
  expect((await act(both)).body).toEqual({ contacts: 0 })
  expect((await read(two.id)).labels).toEqual(['Old', 'vip'])
  const history = (await product.get(`/contacts/${one.id}/history`, { token: vendor.token })).body
  expect(history.data.map(({ action }: { action: string }) => action)).toEqual(['UPDATE', 'CREATE'])
})

test('contacts are added to a static list, opted out and deleted', async () => {
  const contacts = await given(3)
  const [gone] = contacts as [Contact]
  const list = (await product.post('/contact-lists', { name: 'l' }, { token: vendor.token })).body
  await product.del(`/contacts/${gone.id}`, { token: vendor.token })
  const contactIds = idsOf(contacts)
  expect((await act({ action: 'ADD_TO_LIST', contactIds, listId: list.id })).body).toEqual({ contacts: 2 })
  expect((await product.get(`/contact-lists/${list.id}`, { token: vendor.token })).body.contacts).toBe(2)
  expect((await act({ action: 'OPT_OUT', contactIds })).body).toEqual({ contacts: 2 })
  expect(await read(contactIds[1] as string)).toMatchObject({ optOutReason: 'MANUAL' })
  expect((await act({ action: 'DELETE', contactIds })).body).toEqual({ contacts: 2 })
  expect((await act({ action: 'DELETE', contactIds })).body).toEqual({ contacts: 0 })
  const log = (await product.get('/vendor/audit?pageSize=1', { token: vendor.token })).body
  expect(log.data).toMatchObject([{ action: 'CONTACTS_DELETED', details: { contacts: 2 } }])
})

test('an action on all that match changes nothing when more match than were seen', async () => {
  await given(3, ['Matching'])
  const matching = { label: 'matching', count: 2 }
  expect(await act({ action: 'DELETE', matching })).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
  expect((await act({ action: 'OPT_OUT', matching: { ...matching, count: 3 } })).body).toEqual({ contacts: 3 })
  const left = { label: 'matching', status: 'ACTIVE', count: 9 }
  expect((await act({ action: 'DELETE', matching: left })).body).toEqual({ contacts: 0 })
})

test('a deletion of all that match that is repeated leaves contacts alone that were added since', async () => {
  const seen = await given(3, ['Bounded'])
  const createdTo = product.deps.clock.now().toISOString()
  const body = { action: 'DELETE', matching: { label: 'bounded', createdTo, count: 3 } }
  await product.del(`/contacts/${seen[0]?.id}`, { token: vendor.token }) // as far as it came
  product.advance(1)
  const [added] = (await given(1, ['Bounded'])) as [Contact]
  expect((await act(body)).body).toEqual({ contacts: 2 })
  expect((await read(added.id)).labels).toEqual(['Bounded'])
})

test('an action on all that match leaves a contact alone that does not match any more when its turn comes', async () => {
  const [contact] = (await given(1, ['Turn'])) as [Contact]
  const { db } = product.deps
  let deletion: ReturnType<typeof act> | undefined
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('contact').select('id').where('id', '=', contact.id).forUpdate().execute()
    deletion = act({ action: 'DELETE', matching: { label: 'turn', count: 1 } })
    await eventually(async () => {
      const { rows } = await sql`select from pg_locks where not granted`.execute(db)
      expect(rows).toHaveLength(1)
    }, 10_000)
    await tx.deleteFrom('contact_label').where('contact_id', '=', contact.id).execute()
  })
  expect((await deletion)?.body).toEqual({ contacts: 0 })
  expect((await read(contact.id)).id).toBe(contact.id)
})

test("another vendor's contacts are not touched, and its list is not found", async () => {
  const other = await newVendor(product)
  const [theirs] = (await given(1, [], other)) as [Contact]
  const [mine] = (await given(1)) as [Contact]
  for (const action of ['OPT_OUT', 'DELETE']) {
    expect((await act({ action, contactIds: [theirs.id] })).body).toEqual({ contacts: 0 })
    const [own] = (await given(1)) as [Contact]
    expect((await act({ action, contactIds: [theirs.id, own.id] })).body).toEqual({ contacts: 1 })
  }
  const list = (await product.post('/contact-lists', { name: 'l' }, { token: other.token })).body
  expect((await act({ action: 'ADD_TO_LIST', contactIds: [mine.id], listId: list.id })).status).toBe(404)
  const kept = await product.get(`/contacts/${theirs.id}`, { token: other.token })
  expect(kept).toMatchObject({ status: 200, body: { optedOutAt: null } })
})

test.each([
  { action: 'DELETE' },
  { action: 'DELETE', contactIds: [], matching: { count: 1 } },
  { action: 'DELETE', matching: { label: 'x' } },
  { action: 'ADD_LABELS', contactIds: ['x'] },
  { action: 'ADD_TO_LIST', contactIds: ['x'] },
])('an action that is not complete is refused: %j', async (body) =>
  expect(await act(body)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } }),
)
