import type { ContactSource, MergeStrategy } from '../../../domain/contacts/contact.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { ensureLabels } from '../lists/labels.ts'
import { applyChanges, type Change } from './changes.sql.ts'
import type { Decision, Pair } from './decide-merge.ts'
import * as sql from './upsert-contacts.sql.ts'

export type Incoming = sql.Incoming

/** Contacts that are to become part of the address book, and how. */
export interface Intake {
  /** Each number once: `id, mobile_hash, profile_cipher, name_tokens, filled_keys, country_code, labels`. */
  incoming: Incoming
  /** What to do with numbers that are there already; in the order of the pairs. */
  decide(pairs: Pair[]): Promise<Decision[]>
  strategy: MergeStrategy
  source: ContactSource
  /** Nobody is known to be there already. If somebody is after all, this throws a unique violation. */
  areNew?: boolean
  /** None has labels, so that nobody looks for any. */
  areUnlabelled?: boolean
  actorId: string | null
  jobId: string | null
  now: Date
}

export interface UpsertResult {
  created: number
  updated: number
  merged: number
  skipped: number
  /** The ids of contacts that were there before, with what became of them. */
  existing: { incomingId: string; contactId: string; decision: Decision | undefined }[]
}

/**
 * Takes contacts into the address book, set by set, whatever way they came. New numbers are inserted in the order of
 * their hashes; those that were there, or that another transaction inserted at the same moment, are locked in the same
 * order and merged by what they are now. Every change has its audit row.
 */
export async function upsertContacts(tx: Tx, vendorId: VendorId, intake: Intake): Promise<UpsertResult> {
  const { incoming, strategy, now } = intake
  const spellings = intake.areUnlabelled ? [] : await sql.spellingsIn(tx, vendorId, incoming)
  const labelIds = await ensureLabels(tx, vendorId, spellings, now)
  const { created, isAllNew } = await insertOrLock(tx, vendorId, intake, labelIds)
  const absorbed: UpsertResult = { created, updated: 0, merged: 0, skipped: 0, existing: [] }
  if (isAllNew) return absorbed
  const pairs = await sql.findPairs(tx, vendorId, incoming)
  const decisions = strategy === 'SKIP_DUPLICATES' ? [] : await intake.decide(pairs)
  const changes: Change[] = []
  for (const [i, pair] of pairs.entries()) {
    const decision = decisions[i]
    count(absorbed, decision)
    absorbed.existing.push({ incomingId: pair.incomingId, contactId: pair.contactId, decision })
    if (decision && decision.action !== 'SKIP' && (decision.profile || decision.labels))
      changes.push(changeOf(pair, decision, decision.action, labelIds))
  }
  if (changes.length > 0) await applyChanges(tx, vendorId, intake, changes)
  return absorbed
}

/** Until every incoming number is there and locked: one that was there may be deleted just before it is locked. */
async function insertOrLock(tx: Tx, vendorId: VendorId, intake: Intake, labelIds: ReadonlyMap<string, string>) {
  let created = 0
  for (;;) {
    const inserted = await sql.insertNew(tx, vendorId, intake, labelIds)
    created += inserted.created
    if (created === inserted.offered) return { created, isAllNew: true }
    if ((await sql.lockExisting(tx, vendorId, intake.incoming)) === inserted.offered)
      return { created, isAllNew: false }
  }
}

function changeOf(
  pair: sql.FoundPair,
  { profile, labels }: Decision,
  action: Change['action'],
  incomingIds: ReadonlyMap<string, string>,
): Change {
  const existingIds = new Map(pair.existing.labels.map((name, i) => [name, pair.labelIds[i]]))
  const labelIds = labels?.flatMap((name) => existingIds.get(name) ?? incomingIds.get(name) ?? [])
  return { contactId: pair.contactId, action, profile, labelIds }
}

/**
 * Whoever comes with very many contacts is nobody to the database until it looks again: taking the address book for an
 * empty one, it would go through all of it where a few look-ups were enough.
 */
export const refreshStatistics = (db: Db) => sql.analyzeVendors(db)

/** Incoming contacts whose number is in the address book, as it is now. */
export const findExisting = (db: Db, vendorId: VendorId, incoming: Incoming) => sql.findPairs(db, vendorId, incoming)

function count(absorbed: UpsertResult, decision: Decision | undefined) {
  if (decision?.action === 'UPDATE') absorbed.updated++
  else if (decision?.action === 'MERGE') absorbed.merged++
  else absorbed.skipped++
}
