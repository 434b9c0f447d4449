import type { MergeStrategy } from '../../../src/domain/contacts/contact.ts'
import type { VendorId } from '../../../src/domain/ids.ts'
import { decidePair } from '../../../src/features/contacts/bulk/decide-pair.ts'
import { toIncomingContact } from '../../../src/features/contacts/bulk/incoming.ts'
import { upsertContacts } from '../../../src/features/contacts/bulk/upsert-contacts.ts'
import { contactCodec } from '../../../src/features/contacts/codec.ts'
import { inTransaction } from '../../../src/platform/db/db.ts'
import type { TestProduct } from '../product.ts'

/** Indian mobile numbers in digits, each different. */
export function numbersFrom(first: number) {
  let next = first
  return () => `9198${String(next++).padStart(8, '0')}`
}

export const codecOf = async ({ deps }: TestProduct, vendorId: string) =>
  contactCodec(vendorId as VendorId, await deps.keyring.of(deps.db, vendorId as VendorId), deps.blindIndex)

export interface GivenContact {
  mobile: string
  name?: string
  labels?: string[]
  attributes?: Record<string, string>
}

/** Does what the persist stage of an import does with contacts. */
export async function importContacts(
  product: TestProduct,
  vendorId: string,
  contacts: readonly GivenContact[],
  { jobId, strategy = 'UPDATE_METADATA' }: { jobId: string; strategy?: MergeStrategy },
) {
  const codec = await codecOf(product, vendorId)
  const incoming = contacts.map((contact) =>
    toIncomingContact(codec, { name: '', labels: [], attributes: {}, countryCode: 'IN', ...contact }),
  )
  return inTransaction(product.deps.db, (tx) =>
    upsertContacts(tx, vendorId as VendorId, {
      incoming,
      decide: async (pairs) => pairs.map((pair) => decidePair(codec, strategy, pair)),
      strategy,
      source: 'IMPORT',
      actorId: null,
      jobId,
      now: product.deps.clock.now(),
    }),
  )
}

/** All contacts of a vendor as the API shows them, ordered by number. */
export async function addressBook(product: TestProduct, who: { token: string }) {
  // biome-ignore lint/suspicious/noExplicitAny: contacts as they are answered
  const contacts: any[] = []
  for (let cursor: string | undefined; ; ) {
    const { body } = await product.post('/contacts/search', { pageSize: 100, cursor }, { token: who.token })
    contacts.push(...body.data)
    if (!body.nextCursor) break
    cursor = body.nextCursor
  }
  return contacts.sort((a, b) => (a.mobile < b.mobile ? -1 : 1))
}
