import { isCountry } from '../../domain/contacts/country.ts'
import { normalizeLabel } from '../../domain/contacts/labels.ts'
import { readSuffixSearch, SUFFIX_DIGITS } from '../../domain/contacts/number-suffix.ts'
import { readInternational, readNumber } from '../../domain/contacts/phone/read-number.ts'
import type { VendorId } from '../../domain/ids.ts'
import { SUFFIX_CANDIDATES_MAX } from '../../domain/limits.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import { createdFilter, type Page } from '../../platform/http/pagination.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { countryOf } from '../vendors/members.ts'
import { type ContactCodec, codecFor } from './codec.ts'
import { countMatching, countriesOf } from './count.ts'
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
export async function findContacts(deps: ReadDeps, who: VendorPrincipal, selection: ContactSelection, page: Page) {
  const { vendorId } = who
  const codec = await codecFor(deps, deps.db, vendorId)
  const filter = await buildFilter(deps, vendorId, codec, selection)
  const [rows, total] = await Promise.all([
    sql.listContacts(deps.db, vendorId, filter, page),
    countMatching(deps.db, vendorId, filter),
  ])
  return { contacts: rows.map((row) => presentContact(codec, row)), total }
}

/** Whether the vendor has any contact. */
export const hasContacts = (db: Db, vendorId: VendorId) => sql.hasContacts(db, vendorId)

export async function contactHistory({ db }: Pick<Deps, 'db'>, { vendorId }: VendorPrincipal, id: string, page: Page) {
  if (!(await sql.findContact(db, vendorId, id))) throw notFound()
  const [changes, total] = await Promise.all([
    sql.listHistory(db, vendorId, id, page),
    sql.countHistory(db, vendorId, id),
  ])
  return { changes, total }
}

export async function buildFilter(
  deps: Pick<Deps, 'db' | 'blindIndex'>,
  vendorId: VendorId,
  codec: ContactCodec,
  { search, label, listId, countryCode, status, ...created }: ContactSelection,
): Promise<sql.ContactFilter> {
  const typed = search?.trim() ?? ''
  return {
    label: label === undefined ? undefined : normalizeLabel(label),
    list: listId === undefined ? undefined : await findList(deps, vendorId, listId),
    search: typed === '' ? undefined : await buildSearch(deps, vendorId, codec, typed),
    countryCode,
    isOptedOut: status && status === 'OPTED_OUT',
    ...createdFilter(created),
  }
}

/**
 * Matches an international number, a number as dialled in the vendor's country, the last digits of a number, or names
 * that contain all words.
 */
async function buildSearch(
  deps: Pick<Deps, 'db' | 'blindIndex'>,
  vendorId: VendorId,
  codec: ContactCodec,
  typed: string,
): Promise<sql.ContactSearch> {
  const readings = [readInternational(typed)]
  const country = await countryOf(deps.db, vendorId)
  if (isCountry(country)) {
    const national = readNumber(typed, { vendor: country, default: country, majority: null })
    if (national.kind !== 'undecided') readings.push(national)
  }
  return {
    mobileHashes: readings.flatMap((read) =>
      read.kind === 'number' ? deps.blindIndex.withLater(codec.hash(read.e164.slice(1))) : [],
    ),
    nameTokens: deps.blindIndex.tokensWithLater(codec.tokens(typed)),
    ...(await buildSuffixSearch(deps, vendorId, codec, typed)),
  }
}

/** More digits than are indexed are compared with the decrypted numbers of those that share the indexed ones. */
async function buildSuffixSearch(
  deps: Pick<Deps, 'db' | 'blindIndex'>,
  vendorId: VendorId,
  codec: ContactCodec,
  typed: string,
) {
  const search = readSuffixSearch(typed)
  const token = search && codec.suffixToken(search.digits)
  if (!search || token === undefined) return { suffixTokens: [], ids: [] }
  const suffixTokens = deps.blindIndex.tokensWithLater([token, ...codec.tokens(search.words)])
  if (search.digits.length === SUFFIX_DIGITS) return { suffixTokens, ids: [] }
  const candidates = await sql.findByTokens(deps.db, vendorId, suffixTokens, SUFFIX_CANDIDATES_MAX)
  const found = candidates.filter(({ profileCipher }) => codec.open(profileCipher).mobile.endsWith(search.digits))
  return { suffixTokens: [], ids: found.map(({ id }) => id) }
}

/** The countries of the vendor's contacts with their number, the most frequent first. */
export const countContactsByCountry = (db: Db, vendorId: VendorId) => countriesOf(db, vendorId)
