import type { ContactSource, MergeStrategy } from '../../../domain/contacts/contact.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { analyzeContacts } from '../cross-vendor.sql.ts'
import { ensureLabels } from '../lists/labels.ts'
import { applyChanges, type ContactChange } from './changes.sql.ts'
import type { Decision, MergePair } from './decide-pair.ts'
import { insertSeen } from './undo.sql.ts'
import * as sql from './upsert-contacts.sql.ts'

export type Incoming = sql.Incoming

/** Contacts to upsert, and how. */
interface UpsertInput {
  /**
   * Each number once, with the columns `id, mobile_hash, profile_cipher, name_tokens, filled_keys, country_code,
   * labels`.
   */
  incoming: Incoming
  /** Decides about numbers that exist already; returns decisions in the order of the pairs. */
  decide(pairs: MergePair[]): Promise<Decision[]>
  strategy: MergeStrategy
  source: ContactSource
  /** No number is expected to exist. If one does, this throws a unique violation. */
  assumeNew?: boolean
  /** No incoming contact has labels, so the query for them is skipped. */
  withoutLabels?: boolean
  actorId: string | null
  jobId: string | null
  now: Date
}

export interface UpsertResult {
  created: number
  updated: number
  merged: number
  skipped: number
  /** The contacts that existed before, with what was decided about each. */
  existing: { incomingId: string; contactId: string; decision: Outcome | undefined }[]
}

/** Without the profile, which may be large. */
type Outcome = Pick<Decision, 'action' | 'isAttributesFull' | 'labels'>

/**
 * Inserts or merges contacts in bulk, whatever their source. New numbers are inserted in the order of their hashes;
 * numbers that exist, or that a concurrent transaction inserted, are locked in the same order and merged with their
 * current state. Every change has an audit row.
 */
export async function upsertContacts(tx: Tx, vendorId: VendorId, input: UpsertInput): Promise<UpsertResult> {
  const { incoming, strategy, now } = input
  const spellings = input.withoutLabels ? [] : await sql.findLabelSpellings(tx, vendorId, incoming)
  const labelIds = await ensureLabels(tx, vendorId, spellings, now)
  const { created, isAllNew } = await insertOrLock(tx, vendorId, input, labelIds)
  const result: UpsertResult = { created, updated: 0, merged: 0, skipped: 0, existing: [] }
  if (isAllNew) return result
  const decide = strategy === 'SKIP_DUPLICATES' ? async () => [] : input.decide
  for await (const pairs of sql.findPairs(tx, vendorId, incoming))
    await mergePairs(tx, vendorId, input, pairs, await decide(pairs), labelIds, result)
  return result
}

async function mergePairs(
  tx: Tx,
  vendorId: VendorId,
  input: UpsertInput,
  pairs: readonly sql.FoundMergePair[],
  decisions: readonly Decision[],
  labelIds: ReadonlyMap<string, string>,
  result: UpsertResult,
) {
  const changes: ContactChange[] = []
  const unchanged: string[] = []
  for (const [i, pair] of pairs.entries()) {
    const decision = decisions[i]
    countDecision(result, decision)
    result.existing.push({
      incomingId: pair.incomingId,
      contactId: pair.contactId,
      decision: decision && outcomeOf(decision),
    })
    if (decision && decision.action !== 'SKIP' && (decision.profile || decision.labels))
      changes.push(toChange(pair, decision, decision.action, labelIds))
    else unchanged.push(pair.contactId)
  }
  if (changes.length > 0) await applyChanges(tx, vendorId, input, changes)
  if (input.jobId && unchanged.length > 0)
    await insertSeen(tx, vendorId, { jobId: input.jobId, strategy: input.strategy }, unchanged)
}

const outcomeOf = ({ action, isAttributesFull, labels }: Decision): Outcome => ({ action, isAttributesFull, labels })

/**
 * Repeats until every incoming number exists and is locked: an existing contact may be deleted just before it is
 * locked.
 */
async function insertOrLock(tx: Tx, vendorId: VendorId, input: UpsertInput, labelIds: ReadonlyMap<string, string>) {
  let created = 0
  for (;;) {
    const inserted = await sql.insertNew(tx, vendorId, input, labelIds)
    created += inserted.created
    if (created === inserted.incoming) return { created, isAllNew: true }
    if ((await sql.lockExisting(tx, vendorId, input.incoming)) === inserted.incoming)
      return { created, isAllNew: false }
  }
}

function toChange(
  pair: sql.FoundMergePair,
  { profile, labels }: Decision,
  action: ContactChange['action'],
  incomingIds: ReadonlyMap<string, string>,
): ContactChange {
  const existingIds = new Map(pair.existing.labels.map((name, i) => [name, pair.labelIds[i]]))
  const labelIds = labels?.flatMap((name) => existingIds.get(name) ?? incomingIds.get(name) ?? [])
  return { contactId: pair.contactId, action, profile, labelIds }
}

/**
 * After a bulk insert the planner's statistics are stale: it takes the address book for empty and scans all of it where
 * a few lookups would do.
 */
export const refreshStatistics = (db: Db) => analyzeContacts(db)

/** Incoming contacts whose number is in the address book, as it is now, in pages that fit in memory. */
export const findExisting = (db: Db, vendorId: VendorId, incoming: Incoming) => sql.findPairs(db, vendorId, incoming)

function countDecision(result: UpsertResult, decision: Decision | undefined) {
  if (decision?.action === 'UPDATE') result.updated++
  else if (decision?.action === 'MERGE') result.merged++
  else result.skipped++
}
