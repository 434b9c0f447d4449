import type { VendorId } from '../../../src/domain/ids.ts'
import { toStoredProfile } from '../../../src/features/contacts/codec.ts'
import { ensureLabels } from '../../../src/features/contacts/lists/labels.ts'
import { addMembers, createDynamicList, createStaticList } from '../../../src/features/contacts/lists/lists.ts'
import { inTransaction } from '../../../src/platform/db/db.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { TestProduct } from '../product.ts'
import { codecOf, numbersFrom } from './contacts.ts'

export interface ContactTerms {
  mobile?: string
  countryCode?: string
  name?: string
  attributes?: Record<string, string>
}

/** Numbers that are unique within the test file. */
const newMobile = numbersFrom(Math.floor(Math.random() * 50_000_000) + 10_000_000)

/** Contacts in the state after an import, in the given order. Returns their ids. */
export async function newContacts(product: TestProduct, vendorId: VendorId, contacts: readonly ContactTerms[]) {
  const { deps } = product
  const codec = await codecOf(product, vendorId)
  const now = deps.clock.now()
  const rows = contacts.map(({ mobile = newMobile(), countryCode = 'IN', name = '', attributes = {} }) => {
    const stored = toStoredProfile(codec, { mobile, name, attributes })
    return {
      vendor_id: vendorId,
      id: newId<'contact'>() as string,
      mobile_hash: codec.hash(mobile),
      profile_cipher: stored.profileCipher,
      name_tokens: stored.nameTokens,
      filled_keys: stored.filledKeys,
      country_code: countryCode,
      source: 'IMPORT' as const,
      created_at: now,
      updated_at: now,
    }
  })
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT)
    await deps.db
      .insertInto('contact')
      .values(rows.slice(from, from + ROWS_PER_INSERT))
      .execute()
  return rows.map(({ id }) => id)
}
const ROWS_PER_INSERT = 2_000

export const contactsLike = (count: number, terms: ContactTerms = {}): ContactTerms[] =>
  Array.from({ length: count }, () => terms)

/** A list of these contacts. */
export const listOfContacts = ({ deps }: TestProduct, vendorId: VendorId, contactIds: readonly string[]) =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const id = await createStaticList(tx, vendorId, 'Customers', now)
    if (contactIds.length > 0) await addMembers(tx, vendorId, id, contactIds, now)
    return id
  })

export const labelContacts = (
  { deps }: TestProduct,
  vendorId: VendorId,
  contactIds: readonly string[],
  labels: readonly string[],
) =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const labelIds = [...(await ensureLabels(tx, vendorId, labels, now)).values()]
    const rows = contactIds.flatMap((contact_id) =>
      labelIds.map((label_id, place) => ({ vendor_id: vendorId, contact_id, label_id, added_at: now, place })),
    )
    await tx.insertInto('contact_label').values(rows).execute()
  })

/** A dynamic list. */
export const listOfLabels = ({ deps }: TestProduct, vendorId: VendorId, labels: readonly string[]) =>
  inTransaction(deps.db, (tx) => createDynamicList(tx, vendorId, { name: 'By label', labels }, deps.clock.now()))
