import { normalizeLabel } from '../../../domain/contacts/labels.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import { isCounted } from '../../../platform/db/row-counts.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Page } from '../../../platform/http/pagination.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { newId } from '../../../platform/ids.ts'
import * as sql from './labels.sql.ts'

/** Returns the label id for each spelling. Missing labels are created in their first spelling. */
export async function ensureLabels(
  tx: Tx,
  vendorId: VendorId,
  spellings: readonly string[],
  now: Date,
): Promise<Map<string, string>> {
  if (spellings.length === 0) return new Map()
  const names = new Map<string, string>()
  for (const spelling of spellings)
    if (!names.has(normalizeLabel(spelling))) names.set(normalizeLabel(spelling), spelling)
  // Sorted, so that concurrent imports that create the same labels cannot deadlock.
  const normalised = [...names.keys()].sort()
  await sql.insertLabels(
    tx,
    vendorId,
    normalised.map((key) => ({ id: newId<'label'>(), name: names.get(key) ?? key, folded: key })),
    now,
  )
  const ids = new Map((await sql.findLabels(tx, vendorId, normalised)).map(({ folded: key, id }) => [key, id]))
  return new Map(spellings.map((spelling) => [spelling, ids.get(normalizeLabel(spelling)) ?? '']))
}

/** Ordered by name. */
export async function listLabels({ db }: Pick<Deps, 'db'>, { vendorId }: VendorPrincipal, page: Page) {
  const areCounted = await isCounted(db, vendorId)
  const [labels, total] = await Promise.all([
    sql.listLabels(db, vendorId, page, areCounted),
    sql.countLabels(db, vendorId),
  ])
  return { labels, total }
}

/** An existing label, in any spelling, is returned as it is. */
export async function createLabel(deps: Pick<Deps, 'db' | 'clock'>, who: VendorPrincipal, name: string) {
  const label = { id: newId<'label'>(), name, folded: normalizeLabel(name) }
  return inTransaction(deps.db, (tx) => createWithin(tx, who.vendorId, label, deps.clock.now()))
}

async function createWithin(
  tx: Tx,
  vendorId: VendorId,
  label: Parameters<typeof sql.insertLabels>[2][number],
  now: Date,
) {
  const [created] = await sql.insertLabels(tx, vendorId, [label], now)
  if (created) return { isNew: true, label: { ...label, contacts: 0 } }
  const [existing = label] = await sql.findLabels(tx, vendorId, [label.folded])
  return { isNew: false, label: { ...existing, contacts: await sql.countLabelled(tx, vendorId, existing.id) } }
}
