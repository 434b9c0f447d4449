import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { isCounted } from '../../../platform/db/row-counts.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/pagination.ts'
import { isId, newId } from '../../../platform/ids.ts'
import { ensureLabels } from './labels.ts'
import * as sql from './lists.sql.ts'

export type ListRow = sql.ListRow

/** Creates a list whose members are the contacts with its labels. */
export async function createDynamicList(
  tx: Tx,
  vendorId: VendorId,
  { name, labels }: { name: string; labels: readonly string[] },
  now: Date,
): Promise<string> {
  const id = newId<'list'>()
  await sql.insertList(tx, vendorId, { id, name, kind: 'DYNAMIC' }, now)
  await sql.insertListLabels(tx, vendorId, id, [...(await ensureLabels(tx, vendorId, labels, now)).values()])
  return id
}

/** Creates a list with explicit members. */
export async function createStaticList(tx: Tx, vendorId: VendorId, name: string, now: Date): Promise<string> {
  const id = newId<'list'>()
  await sql.insertList(tx, vendorId, { id, name, kind: 'STATIC' }, now)
  return id
}

/** The static list of this name, created if there is none. */
export async function findOrCreateStaticList(tx: Tx, vendorId: VendorId, name: string, now: Date): Promise<string> {
  await sql.lockListNames(tx, vendorId)
  return (await sql.findStaticList(tx, vendorId, name))?.id ?? createStaticList(tx, vendorId, name, now)
}

export async function findList(deps: Pick<Deps, 'db'>, vendorId: VendorId, id: string) {
  const list = isId(id) ? await sql.findList(deps.db, vendorId, id) : undefined
  return list ?? Promise.reject(notFound())
}

/** Undefined when the list has been deleted. */
export const findListName = async (db: Db, vendorId: VendorId, id: string) =>
  (await sql.findList(db, vendorId, id))?.name

export async function readList(db: Db, vendorId: VendorId, id: string): Promise<ListRow> {
  return (await sql.readList(db, vendorId, id, await isCounted(db, vendorId))) ?? Promise.reject(notFound())
}

export async function listLists(db: Db, vendorId: VendorId, page: Page, kind?: ListRow['kind']) {
  const areCounted = await isCounted(db, vendorId)
  const [lists, total] = await Promise.all([
    sql.listLists(db, vendorId, kind, page, areCounted),
    sql.countLists(db, vendorId, kind),
  ])
  return { lists, total }
}

/** The newest lists with this text in their name. */
export const findListsByName = (db: Db, vendorId: VendorId, text: string, limit: number) =>
  sql.findByName(db, vendorId, text, limit)

export async function deleteList(tx: Tx, vendorId: VendorId, id: string) {
  if (!(await sql.deleteList(tx, vendorId, id))) throw notFound()
}

/** Adds all contacts or none: an unknown id, or one of another vendor, is 404. */
export async function addMembers(tx: Tx, vendorId: VendorId, listId: string, contactIds: readonly string[], now: Date) {
  await assertStatic(tx, vendorId, listId)
  const ids = [...new Set(contactIds.map((id) => id.toLowerCase()))]
  if (!ids.every(isId) || (await sql.lockForKeyShare(tx, vendorId, ids)) < ids.length) throw notFound()
  await sql.insertMembers(tx, vendorId, listId, ids, now)
}

/** Adds the contacts that have one of the incoming numbers. */
export const addMembersByHash = sql.insertMembersByHash

export const removeMembersOfImport = sql.deleteMembersOfImport
export type Membership = sql.Membership

/** Contacts that are not members are ignored. */
export async function removeMembers(tx: Tx, vendorId: VendorId, listId: string, contactIds: readonly string[]) {
  await assertStatic(tx, vendorId, listId)
  await sql.deleteMembers(tx, vendorId, listId, contactIds.filter(isId))
}

async function assertStatic(tx: Tx, vendorId: VendorId, listId: string) {
  const { kind } = await findList({ db: tx }, vendorId, listId)
  if (kind !== 'STATIC')
    throw new AppError('INVALID_STATE', {
      detail: 'The members of a dynamic list follow its labels. Change the labels of the contacts instead.',
    })
}
