import { BATCH_ACTION_CONTACTS_MAX } from '../../../domain/limits.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { isId } from '../../../platform/ids.ts'
import { recordForVendor } from '../../audit/record-for-vendor.ts'
import { codecFor } from '../codec.ts'
import { buildFilter } from '../find.ts'
import { ensureLabels } from '../lists/labels.ts'
import { addMembers } from '../lists/lists.ts'
import type { ActionBody } from '../schema.ts'
import { type ContactFilter, listContactIds, matchingIds } from '../sql.ts'
import * as sql from './actions.sql.ts'
import { applyChanges, deleteContacts } from './changes.sql.ts'

type ActionDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'blindIndex'>

/** Contacts per transaction: locks stay short, and imports that change the same contacts wait briefly. */
const CHUNK_CONTACTS = 1_000

/**
 * Applies one action to many contacts. Each chunk has its own transaction. Every action is idempotent, so an interrupted
 * request can be sent again. When the action is for all matching contacts, `createdTo` excludes those that were added
 * since. `count` alone cannot: after n of them were deleted, n new ones would fit.
 */
export async function actOnContacts(deps: ActionDeps, who: VendorPrincipal, body: ActionBody) {
  const { ids, filter } = await selectIds(deps, who, body)
  let contacts = 0
  for (let from = 0; from < ids.length; from += CHUNK_CONTACTS) {
    const chunk = ids.slice(from, from + CHUNK_CONTACTS)
    contacts += await inTransaction(deps.db, (tx) => actWithin(tx, who, body, chunk, filter, deps.clock.now()))
  }
  return { contacts }
}

/** Those named, or all that match. What matches now must not be more than what the caller has seen and confirmed. */
async function selectIds(
  deps: ActionDeps,
  { vendorId }: VendorPrincipal,
  { contactIds, matching }: ActionBody,
): Promise<{ ids: string[]; filter?: ContactFilter }> {
  if (contactIds) {
    if (!contactIds.every(isId)) throw notFound()
    return { ids: [...new Set(contactIds.map((id) => id.toLowerCase()))] }
  }
  const { count = 0, ...selection } = matching ?? {}
  const filter = await buildFilter(deps, vendorId, await codecFor(deps, deps.db, vendorId), selection)
  const ids = await listContactIds(deps.db, vendorId, filter, BATCH_ACTION_CONTACTS_MAX + 1)
  if (ids.length > count)
    throw new AppError('INVALID_STATE', {
      detail: `More than ${count} contacts match now. Review the selection, then try again.`,
    })
  return { ids, filter }
}

async function actWithin(
  tx: Tx,
  who: VendorPrincipal,
  body: ActionBody,
  ids: readonly string[],
  filter: ContactFilter | undefined,
  now: Date,
) {
  if (!(await sql.hasAny(tx, who.vendorId, ids))) return 0
  // Labels come before contacts, as in an import, so that the two cannot deadlock.
  const labels = await ensureLabels(tx, who.vendorId, body.action === 'ADD_LABELS' ? (body.labels ?? []) : [], now)
  const locked = await sql.lockExisting(tx, who.vendorId, ids)
  // A contact may have changed since it was selected, so that it does not match any more.
  const existing = filter && locked.length > 0 ? await matchingIds(tx, who.vendorId, filter, locked) : locked
  if (existing.length === 0) return 0
  switch (body.action) {
    case 'ADD_LABELS':
      return addLabels(tx, who, [...labels.values()], existing, now)
    case 'ADD_TO_LIST':
      await addMembers(tx, who.vendorId, body.listId ?? '', existing, now)
      break
    case 'OPT_OUT':
      await sql.insertOptOuts(tx, who.vendorId, existing, now)
      break
    case 'DELETE':
      await deleteAll(tx, who, existing, now)
  }
  return existing.length
}

/** Only contacts that lack a label are changed. */
async function addLabels(
  tx: Tx,
  who: VendorPrincipal,
  added: readonly string[],
  contactIds: readonly string[],
  now: Date,
) {
  const lacking = await sql.findLackingLabels(tx, who.vendorId, contactIds, added)
  const changes = lacking.map(({ contactId, labelIds }) => ({
    contactId,
    action: 'UPDATE' as const,
    profile: undefined,
    labelIds: [...new Set([...labelIds, ...added])],
  }))
  if (changes.length > 0) await applyChanges(tx, who.vendorId, authorOf(who, now), changes)
  return changes.length
}

async function deleteAll(tx: Tx, who: VendorPrincipal, contactIds: readonly string[], now: Date) {
  await deleteContacts(tx, who.vendorId, authorOf(who, now), contactIds)
  const details = { contacts: contactIds.length }
  const done = { action: 'CONTACTS_DELETED', subjectType: 'vendor', subjectId: who.vendorId, details } as const
  await recordForVendor(tx, who, done, now)
}

const authorOf = ({ accountId }: VendorPrincipal, now: Date) => ({ actorId: accountId ?? null, jobId: null, now })
