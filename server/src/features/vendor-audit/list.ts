import type { AccountId, VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { instantOf } from '../../platform/http/day-or-instant.ts'
import type { Page } from '../../platform/http/pagination.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { listApiKeys } from '../api-keys/keys.ts'
import {
  listForVendor,
  listKeyNames,
  listRemovals,
  type VendorAuditFilter,
  type VendorAuditRow,
} from '../audit/read-for-vendor.ts'
import { personalOpener } from '../audit/record-for-vendor.ts'
import { describeAccounts } from '../auth/accounts/accounts.ts'
import { listMembers, timezoneOf } from '../vendors/members.ts'
import type { VendorAuditEntry, VendorAuditQuery } from './schema.ts'

type ReadDeps = Pick<Deps, 'db' | 'keyring'>

export async function filterOf(
  { db }: Pick<Deps, 'db'>,
  { vendorId }: VendorPrincipal,
  { actor, action, from, to }: VendorAuditQuery,
): Promise<VendorAuditFilter> {
  const timezone = await timezoneOf(db, vendorId)
  return { actor, action, from: instantOf(from, timezone), to: instantOf(to, timezone) }
}

export async function listEntries(deps: ReadDeps, who: VendorPrincipal, filter: VendorAuditFilter, page: Page) {
  const { rows, total } = await listForVendor(deps.db, who.vendorId, filter, page)
  return { entries: await presentEntries(deps, who, rows), total }
}

/** With the names of members and keys, also of those who are gone. */
export async function presentEntries(
  deps: ReadDeps,
  who: VendorPrincipal,
  rows: readonly VendorAuditRow[],
): Promise<VendorAuditEntry[]> {
  const { vendorId } = who
  const openPersonal = await personalOpener(deps, deps.db, vendorId)
  const idsOf = (type: string) => [
    ...new Set(rows.flatMap(({ actorType, actorId }) => (actorType === type && actorId ? actorId : []))),
  ]
  const names = new Map([
    ...(await memberNames(deps, vendorId, idsOf('MEMBER'), openPersonal)),
    ...(await keyNames(deps.db, who, idsOf('API_KEY'))),
  ])
  return rows.map((row) => {
    const { email = null, ip = null } = openPersonal(row.personalCipher)
    const name = row.actorType === 'HARKARA' ? 'Harkara' : (names.get(row.actorId ?? '') ?? null)
    return {
      id: row.id,
      at: row.at.toISOString(),
      actor: { type: row.actorType, id: row.actorId, name },
      action: row.action,
      subjectType: row.subjectType,
      subjectId: row.subjectId,
      email,
      ip,
      details: row.details,
    }
  })
}

type Names = (readonly [id: string, name: string])[]
type OpenPersonal = Awaited<ReturnType<typeof personalOpener>>

async function memberNames(deps: ReadDeps, vendorId: VendorId, ids: readonly string[], open: OpenPersonal) {
  if (ids.length === 0) return []
  const members = new Set<string>((await listMembers(deps.db, vendorId)).map(({ accountId }) => accountId))
  const present = ids.filter((id) => members.has(id)) as AccountId[]
  const accounts = await describeAccounts(deps, deps.db, present)
  const removals = await listRemovals(deps.db, vendorId, ids)
  const removed = removals.map(
    ({ accountId, personalCipher }) => [accountId, open(personalCipher).email ?? ''] as const,
  )
  return [...removed, ...[...accounts].map(([id, { email }]) => [id, email] as const)] satisfies Names
}

async function keyNames(db: Db, who: VendorPrincipal, ids: readonly string[]): Promise<Names> {
  if (ids.length === 0) return []
  const recorded = await listKeyNames(db, who.vendorId, ids)
  const existing = await listApiKeys({ db }, who)
  return [
    ...recorded.map(({ keyId, details }) => [keyId, String(details['name'] ?? '')] as const),
    ...existing.map(({ id, name }) => [id, name] as const),
  ]
}
