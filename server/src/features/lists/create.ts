import type { VendorId } from '../../domain/ids.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { isId } from '../../platform/ids.ts'
import type { Incoming } from '../contacts/bulk/upsert-contacts.ts'
import { addMembers, addMembersByHash, createDynamicList, createStaticList, readList } from '../contacts/lists/lists.ts'
import { selectContactsOfImport } from '../imports/review/contacts-of-import.ts'
import type { ListBody } from './schema.ts'

export async function createList(deps: Pick<Deps, 'db' | 'clock'>, who: VendorPrincipal, input: ListBody) {
  const { importJobId } = input
  if (importJobId !== undefined && !isId(importJobId)) throw notFound()
  const imported = importJobId && (await selectContactsOfImport(deps, who.vendorId, importJobId))
  return inTransaction(deps.db, (tx) => createWithin(tx, who.vendorId, input, imported || undefined, deps.clock.now()))
}

async function createWithin(
  tx: Tx,
  vendorId: VendorId,
  { name, labels, contactIds }: ListBody,
  imported: Incoming | undefined,
  now: Date,
) {
  const id = labels
    ? await createDynamicList(tx, vendorId, { name, labels }, now)
    : await createStaticList(tx, vendorId, name, now)
  if (contactIds?.length) await addMembers(tx, vendorId, id, contactIds, now)
  if (imported) await addMembersByHash(tx, vendorId, id, imported, { jobId: null, now })
  return readList(tx, vendorId, id)
}
