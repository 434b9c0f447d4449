import { WARNINGS } from '../../../domain/contacts/contact.ts'
import { normalizeLabel } from '../../../domain/contacts/labels.ts'
import { mergeDuplicates } from '../../../domain/contacts/merge-strategy.ts'
import { readInternational } from '../../../domain/contacts/phone/read-number.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../../platform/idempotency/idempotency.ts'
import { type ContactCodec, codecFor } from '../codec.ts'
import { hasManyLabels } from '../present.ts'
import { ContactBody } from '../schema.ts'
import type { BulkView } from '../views.ts'
import { decidePair } from './decide-pair.ts'
import { type Identity, identityOf, toIncomingContact } from './incoming.ts'
import type { IncomingContact } from './upsert-contacts.sql.ts'
import { upsertContacts } from './upsert-contacts.ts'

type BulkDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'blindIndex'>

/**
 * Adds many contacts at once. Existing numbers merge as UPDATE_METADATA, and so do items of one call with the same
 * number, in their order; an invalid item fails alone.
 */
export async function addContacts(
  deps: BulkDeps,
  who: VendorPrincipal,
  items: readonly unknown[],
  idempotency: IdempotencyRecord,
) {
  const { entries, failed } = readItems(items)
  const distinct = mergeEntries(entries)
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const codec = await codecFor(deps, tx, who.vendorId)
    const incoming = distinct.map((entry) => ({ index: entry.index, ...toIncomingContact(codec, entry) }))
    const stored = await storeWithin(tx, who, codec, incoming, now)
    const unchanged = entries.length - stored.created - stored.updated
    const answer: BulkView = { ...stored, unchanged, failed }
    await idempotency.saveAnswer(tx, 200, answer)
    return answer
  })
}

interface Entry extends Omit<ContactBody, 'mobile'>, Identity {
  index: number
}

function readItems(items: readonly unknown[]) {
  const entries: Entry[] = []
  const failed: BulkView['failed'] = []
  for (const [index, item] of items.entries()) {
    const parsed = ContactBody.safeParse(item)
    const number = parsed.success ? readInternational(parsed.data.mobile) : undefined
    if (!parsed.success) failed.push({ index, reason: reasonOf(parsed.error.issues) })
    else if (number?.kind === 'number') entries.push({ ...parsed.data, ...identityOf(number), index })
    else if (number) failed.push({ index, reason: number.reason })
  }
  return { entries, failed }
}

/** Names the field and the problem, never a value. */
function reasonOf(issues: readonly { code: string; path: PropertyKey[]; message: string }[]): string {
  const [issue] = issues
  const path = issue?.path.join('.') || 'item'
  return `${path.slice(0, REASON_PATH_CHARS_MAX)}: ${issue?.code === 'unrecognized_keys' ? 'has an unknown field' : issue?.message}`
}
const REASON_PATH_CHARS_MAX = 100

/** Merges entries to one for each number, and labels to the first spelling of each. */
function mergeEntries(entries: readonly Entry[]): Entry[] {
  const byMobile = new Map<string, [first: Entry, ...later: Entry[]]>()
  for (const entry of entries) {
    const group = byMobile.get(entry.mobile)
    if (group) group.push(entry)
    else byMobile.set(entry.mobile, [entry])
  }
  const spellings = new Map<string, string>()
  for (const label of entries.flatMap(({ labels }) => labels))
    if (!spellings.has(normalizeLabel(label))) spellings.set(normalizeLabel(label), label)
  return [...byMobile.values()].map(([first, ...later]) => {
    const merged = mergeDuplicates('UPDATE_METADATA', first, later)
    return { ...merged, labels: merged.labels.map((label) => spellings.get(normalizeLabel(label)) ?? label) }
  })
}

async function storeWithin(
  tx: Tx,
  who: VendorPrincipal,
  codec: ContactCodec,
  incoming: readonly (IncomingContact & { index: number })[],
  now: Date,
) {
  const { created, updated, existing } = await upsertContacts(tx, who.vendorId, {
    incoming,
    decide: async (pairs) => pairs.map((pair) => decidePair(codec, 'UPDATE_METADATA', pair)),
    strategy: 'UPDATE_METADATA',
    source: 'API',
    actorId: who.accountId ?? null,
    jobId: null,
    now,
  })
  const decided = new Map(existing.map(({ incomingId, decision }) => [incomingId, decision]))
  const warnings = incoming.flatMap(({ id, index, labels }) => {
    const decision = decided.get(id)
    return [
      ...(decision?.isAttributesFull ? [{ index, warning: WARNINGS.attributesFull }] : []),
      ...(hasManyLabels(decision?.labels ?? labels) ? [{ index, warning: WARNINGS.manyLabels }] : []),
    ]
  })
  return { created, updated, ...(warnings.length > 0 && { warnings }) }
}
