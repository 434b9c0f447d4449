import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { codecFor } from '../codec.ts'
import { countMatching } from '../count.ts'
import { listMembersAfter } from '../lists/lists.sql.ts'
import { presentContact } from '../present.ts'
import * as sql from '../sql.ts'

const BATCH_ROWS = 2_000
/** Fewer, because each may be large. */
const BATCH_CONTACTS = 200
const EVERYBODY = {
  label: undefined,
  list: undefined,
  search: undefined,
  countryCode: undefined,
  isOptedOut: undefined,
}

export const countAllContacts = (db: Db, vendorId: VendorId) => countMatching(db, vendorId, EVERYBODY)

/** Every contact as the API shows it, oldest first, in batches. */
export async function* contactRecords(deps: Pick<Deps, 'db' | 'keyring' | 'blindIndex'>, vendorId: VendorId) {
  const codec = await codecFor(deps, deps.db, vendorId)
  for (let after: string | undefined; ; ) {
    const rows = await sql.nextContacts(deps.db, vendorId, EVERYBODY, after, BATCH_CONTACTS)
    yield rows.map((row) => presentContact(codec, row))
    if (rows.length < BATCH_CONTACTS) return
    after = rows.at(-1)?.id
  }
}

/** The members of all static lists, in batches. */
export async function* listMemberships(db: Db, vendorId: VendorId) {
  for (let after: { listId: string; contactId: string } | undefined; ; ) {
    const rows = await listMembersAfter(db, vendorId, after, BATCH_ROWS)
    yield rows
    if (rows.length < BATCH_ROWS) return
    after = rows.at(-1)
  }
}
