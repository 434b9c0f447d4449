import { isCountry } from '../../domain/contacts/country.ts'
import { normalizeLabel } from '../../domain/contacts/labels.ts'
import { readInternational, readNumber } from '../../domain/contacts/phone/read-number.ts'
import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import type { Slice } from '../../platform/http/pagination.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { countryOf } from '../vendors/members.ts'
import { type ContactCodec, codecFor } from './codec.ts'
import { findList } from './lists/lists.ts'
import { presentContact } from './present.ts'
import type { ContactSelection } from './schema.ts'
import * as sql from './sql.ts'

type ReadDeps = Pick<Deps, 'db' | 'keyring' | 'blindIndex'>

export async function readContact(deps: ReadDeps, who: VendorPrincipal, id: string) {
  const row = await sql.findContact(deps.db, who.vendorId, id)
  if (!row) throw notFound()
  return presentContact(await codecFor(deps, deps.db, who.vendorId), row)
}

/** One page of contacts, newest first. */
export async function findContacts(deps: ReadDeps, who: VendorPrincipal, selection: ContactSelection, slice: Slice) {
  const { vendorId } = who
  const codec = await codecFor(deps, deps.db, vendorId)
  const filter = await buildFilter(deps, vendorId, codec, selection)
  const [rows, total] = await Promise.all([
    sql.listContacts(deps.db, vendorId, filter, slice),
    sql.countContacts(deps.db, vendorId, filter),
  ])
  return { contacts: rows.map((row) => presentContact(codec, row)), total }
}

/** Whether the vendor has any contact. */
export const hasContacts = (db: Db, vendorId: VendorId) => sql.hasContacts(db, vendorId)

export async function contactHistory(deps: Pick<Deps, 'db'>, who: VendorPrincipal, id: string) {
  if (!(await sql.findContact(deps.db, who.vendorId, id))) throw notFound()
  return sql.listHistory(deps.db, who.vendorId, id)
}

export async function buildFilter(
  deps: Pick<Deps, 'db'>,
  vendorId: VendorId,
  codec: ContactCodec,
  { search, label, listId }: ContactSelection,
): Promise<sql.ContactFilter> {
  const typed = search?.trim() ?? ''
  return {
    label: label === undefined ? undefined : normalizeLabel(label),
    list: listId === undefined ? undefined : await findList(deps, vendorId, listId),
    search: typed === '' ? undefined : await buildSearch(deps, vendorId, codec, typed),
  }
}

/** Matches an international number, a number as dialled in the vendor's country, or names that contain all words. */
async function buildSearch(deps: Pick<Deps, 'db'>, vendorId: VendorId, codec: ContactCodec, typed: string) {
  const readings = [readInternational(typed)]
  const country = await countryOf(deps.db, vendorId)
  if (isCountry(country)) {
    const national = readNumber(typed, { vendor: country, default: country, majority: null })
    if (national.kind !== 'undecided') readings.push(national)
  }
  return {
    mobileHashes: readings.flatMap((read) => (read.kind === 'number' ? codec.hash(read.e164.slice(1)) : [])),
    nameTokens: codec.tokens(typed),
  }
}
