import type { Deps } from '../../platform/deps.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { createApiKey, LAST_USED_FROM, listApiKeys, type NewKey, openAllowedIps } from '../api-keys/keys.ts'
import type { ApiKeyView, NewApiKeyView } from '../api-keys/schema.ts'
import { describeAccounts } from '../auth/accounts/accounts.ts'
import { listMembers } from '../vendors/members.ts'

type KeyDeps = Pick<Deps, 'db' | 'clock' | 'keyring'>

/**
 * With the user who created each key. A key whose creator has left the team stays listed, to show why it stopped
 * working.
 */
export async function listKeys(deps: KeyDeps, who: VendorPrincipal): Promise<ApiKeyView[]> {
  return present(deps, who, await listApiKeys(deps, who))
}

export async function createKey(deps: KeyDeps, who: VendorPrincipal, wanted: NewKey): Promise<NewApiKeyView> {
  const { key, ...created } = await createApiKey(deps, who, wanted)
  const [view] = await present(deps, who, [created])
  if (!view) throw new Error('a single key has a single view')
  return { ...view, key }
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
