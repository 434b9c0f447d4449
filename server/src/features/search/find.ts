import type { ApiScope } from '../../domain/accounts/api-scopes.ts'
import { SEARCH_MATCHES_MAX } from '../../domain/limits.ts'
import type { Deps } from '../../platform/deps.ts'
import { hasScope } from '../../platform/http/guards/api-scope.ts'
import { pageAfter } from '../../platform/http/pagination.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { findCampaignsByName } from '../campaigns/reports/read-campaign.ts'
import { findContacts } from '../contacts/find.ts'
import { findListsByName } from '../contacts/lists/lists.ts'
import { findImportsByName } from '../imports/review/find-imports.ts'
import { findInvoicesByNumber } from '../invoices/list.ts'
import { findTemplatesByName } from '../templates/read.ts'
import type { SearchView } from './schema.ts'

type SearchDeps = Pick<Deps, 'db' | 'keyring' | 'blindIndex'>

/** Looks in everything that the member or the API key may read. */
export async function findEverywhere(deps: SearchDeps, who: VendorPrincipal, q: string): Promise<SearchView> {
  const { vendorId } = who
  const may = (scope: ApiScope) => hasScope(who, scope)
  const ifAllowed = <Match>(isAllowed: boolean, find: () => Promise<Match[]>) =>
    isAllowed ? find() : Promise.resolve([])
  const [contacts, lists, campaigns, templates, imports, invoices] = await Promise.all([
    ifAllowed(may('contacts:read'), () => contactsMatching(deps, who, q)),
    ifAllowed(may('contacts:read'), () => findListsByName(deps.db, vendorId, q, SEARCH_MATCHES_MAX)),
    ifAllowed(may('campaigns:read'), () => findCampaignsByName(deps.db, vendorId, q, SEARCH_MATCHES_MAX)),
    ifAllowed(may('templates:read'), () => findTemplatesByName(deps.db, vendorId, q, SEARCH_MATCHES_MAX)),
    ifAllowed(may('contacts:read'), () => findImportsByName(deps, vendorId, q, SEARCH_MATCHES_MAX)),
    ifAllowed(who.role === 'ADMIN', () => findInvoicesByNumber(deps.db, vendorId, q, SEARCH_MATCHES_MAX)),
  ])
  return { contacts, lists, campaigns, templates, imports, invoices }
}

async function contactsMatching(deps: SearchDeps, who: VendorPrincipal, search: string) {
  const { contacts } = await findContacts(deps, who, { search }, pageAfter(undefined, SEARCH_MATCHES_MAX))
  return contacts.map(({ id, name, e164, countryCode }) => ({ id, name, e164, countryCode }))
}
