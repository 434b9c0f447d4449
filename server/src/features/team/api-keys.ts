import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { createApiKey, LAST_USED_FROM, listApiKeys, type NewKey, openAllowedIps } from '../api-keys/keys.ts'
import type { ApiKeyView, NewApiKeyView } from '../api-keys/schema.ts'
import { describeAccounts } from '../auth/accounts/accounts.ts'
import { notify } from '../notifications/notify.ts'
import { listMembers } from '../vendors/members.ts'

type KeyDeps = Pick<Deps, 'db' | 'clock' | 'keyring'>

/**
 * With the user who created each key. A key whose creator has left the team stays listed, to show why it stopped
 * working.
 */
export async function listKeys(deps: KeyDeps, who: VendorPrincipal): Promise<ApiKeyView[]> {
  return present(deps, who, await listApiKeys(deps, who))
}

/**
 * Needs only an access token, which may be stolen, and outlives it and the password. So every administrator is told, in
 * the transaction that creates the key.
 */
export async function createKey(deps: KeyDeps, who: VendorPrincipal, wanted: NewKey): Promise<NewApiKeyView> {
  const now = deps.clock.now()
  const { key, ...created } = await inTransaction(deps.db, (tx) => createWithin(tx, deps, who, wanted, now))
  const [view] = await present(deps, who, [created])
  if (!view) throw new Error('a single key has a single view')
  return { ...view, key }
}

async function createWithin(tx: Tx, deps: KeyDeps, who: VendorPrincipal, wanted: NewKey, now: Date) {
  const created = await createApiKey(tx, deps, who, wanted, now)
  const notice = { kind: 'API_KEY_CREATED', keyName: created.name, createdBy: created.createdBy } as const
  await notify(tx, who.vendorId, notice, `api-key-created-${created.id}`, now)
  return created
}

type KeyRow = Awaited<ReturnType<typeof listApiKeys>>[number]

async function present(deps: KeyDeps, { vendorId }: VendorPrincipal, rows: readonly KeyRow[]): Promise<ApiKeyView[]> {
  const now = deps.clock.now()
  const members = new Set((await listMembers(deps.db, vendorId)).map(({ accountId }) => accountId))
  const makers = [...new Set(rows.flatMap(({ createdBy }) => (createdBy && members.has(createdBy) ? createdBy : [])))]
  const accounts = await describeAccounts(deps, deps.db, makers)
  const cipher = await deps.keyring.of(deps.db, vendorId)
  const statusOf = ({ createdBy, expiresAt }: KeyRow) => {
    if (!createdBy || !members.has(createdBy)) return 'CREATOR_REMOVED'
    return expiresAt && expiresAt <= now ? 'EXPIRED' : 'ACTIVE'
  }
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      name: row.name,
      hint: row.hint,
      status: statusOf(row),
      scopes: row.scopes,
      expiresAt: row.expiresAt?.toISOString() ?? null,
      allowedIps: await openAllowedIps(deps, deps.db, vendorId, row.allowedIpsCipher),
      createdBy: row.createdBy && { id: row.createdBy, email: accounts.get(row.createdBy)?.email ?? null },
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      lastUsedFrom: row.lastUsedFromCipher && cipher.open(LAST_USED_FROM, row.lastUsedFromCipher),
    })),
  )
}
