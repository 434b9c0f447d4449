import type { AccountId } from '../../domain/ids.ts'
import type { Deps } from '../../platform/deps.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { createApiKey, listApiKeys } from '../api-keys/keys.ts'
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

export async function createKey(deps: KeyDeps, who: VendorPrincipal, name: string): Promise<NewApiKeyView> {
  const { key, ...created } = await createApiKey(deps, who, name)
  const [view] = await present(deps, who, [{ ...created, lastUsedAt: null }])
  if (!view) throw new Error('a single key has a single view')
  return { ...view, key }
}

interface KeyRow {
  id: string
  name: string
  hint: string
  createdBy: AccountId | null
  createdAt: Date
  lastUsedAt: Date | null
}

async function present(deps: KeyDeps, who: VendorPrincipal, rows: readonly KeyRow[]): Promise<ApiKeyView[]> {
  const members = new Set((await listMembers(deps.db, who.vendorId)).map(({ accountId }) => accountId))
  const makers = [...new Set(rows.flatMap(({ createdBy }) => (createdBy && members.has(createdBy) ? createdBy : [])))]
  const accounts = await describeAccounts(deps, deps.db, makers)
  return rows.map(({ id, name, hint, createdBy, createdAt, lastUsedAt }) => ({
    id,
    name,
    hint,
    status: createdBy && members.has(createdBy) ? 'ACTIVE' : 'CREATOR_REMOVED',
    createdBy: createdBy && { id: createdBy, email: accounts.get(createdBy)?.email ?? null },
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
}
