import type { VendorRow } from '@harkara/server/admin/schema'
import { SEARCH_CHARS_MIN } from '@harkara/server/domain/limits'
import type { SearchView } from '@harkara/server/search/schema'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { useSession } from '../../api/session.ts'
import { recentPages } from '../../api/state/recent-pages.ts'
import type { Out, Page } from '../../api/types.ts'
import { useFormat } from '../../components/values/locale-context.tsx'
import { countryName } from '../../format/text.ts'
import { t } from '../../format/translate.ts'
import { invoicePdf } from '../billing/download-pdf.ts'
import { type Command, matches, OPERATOR_PAGES, VENDOR_ACTIONS, VENDOR_PAGES } from './commands.ts'

export interface Result {
  id: string
  label: string
  note?: string
  path: string
  /** Documents have no page: their file is downloaded instead. */
  pdf?: { path: string; number: string }
}

export interface Group {
  name: string
  results: Result[]
}

type Found = Out<typeof SearchView>
const WAIT_MS = 180

/** What may be gone to: pages and actions at once, and what the server finds. */
export function useSearch(typed: string) {
  const session = useSession()
  const isIn = session.state === 'signed-in' || session.state === 'expired'
  const isVendor = isIn && session.vendor !== null
  const [settled] = useDebouncedValue(typed.trim(), WAIT_MS)
  const isAsked = isVendor && settled.length >= SEARCH_CHARS_MIN
  const found = useQuery({
    queryKey: ['search', settled],
    queryFn: () => api.post<Found>('/search', { q: settled }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const vendors = useQuery({
    queryKey: ['admin', 'search', settled],
    queryFn: ({ signal }) =>
      api.get<Page<Out<typeof VendorRow>>>('/admin/vendors', { search: settled, pageSize: 5 }, signal),
    enabled: isIn && !isVendor && settled.length >= SEARCH_CHARS_MIN,
    placeholderData: keepPreviousData,
  })
  const format = useFormat()
  const isAdmin = isIn && session.user.role === 'ADMIN'
  const pages = isVendor ? VENDOR_PAGES : OPERATOR_PAGES
  const actions = isVendor ? VENDOR_ACTIONS : []
  const offered = (commands: readonly Command[]) =>
    commands.filter((command) => (isAdmin || !command.isAdminOnly) && matches(command, typed)).map(resultOf)
  const groups: Group[] = [
    ...(typed.trim() === '' ? [{ name: t('Recent'), results: recentResults() }] : []),
    ...(isAsked && found.data ? foundGroups(found.data, format.day) : []),
    { name: t('Vendors'), results: typed.trim() && !isVendor ? (vendors.data?.data ?? []).map(vendorResult) : [] },
    { name: t('Actions'), results: offered(actions) },
    { name: t('Pages'), results: offered(pages) },
  ]
  return {
    groups: groups.filter(({ results }) => results.length > 0),
    isSearching:
      typed.trim().length >= SEARCH_CHARS_MIN && ((isVendor ? found : vendors).isFetching || settled !== typed.trim()),
    error: isAsked ? found.error : vendors.error,
  }
}

const vendorResult = ({ id, companyName, country }: Out<typeof VendorRow>): Result => ({
  id,
  label: companyName,
  note: countryName(country),
  path: `/admin/vendors/${id}`,
})

const resultOf = ({ label, path }: Command): Result => ({ id: `${label} ${path}`, label, path })

const recentResults = (): Result[] =>
  recentPages().map(({ path, title, section }) => ({ id: `recent ${path}`, label: title, note: section, path }))

function foundGroups(found: Found, day: (iso: string) => string): Group[] {
  return [
    {
      name: t('Contacts'),
      results: found.contacts.map(({ id, name, e164 }) => ({
        id,
        label: name || e164,
        ...(name && { note: e164 }),
        path: `/contacts/${id}`,
      })),
    },
    {
      name: t('Contact lists'),
      results: found.lists.map(({ id, name }) => ({ id, label: name, path: `/lists/${id}` })),
    },
    {
      name: t('Campaigns'),
      results: found.campaigns.map(({ id, name }) => ({ id, label: name, path: `/campaigns/${id}` })),
    },
    {
      name: t('Templates'),
      results: found.templates.map(({ id, name }) => ({ id, label: name, path: `/templates/${id}` })),
    },
    {
      name: t('Imports'),
      results: found.imports.map(({ jobId, fileName, createdAt }) => ({
        id: jobId,
        label: fileName,
        note: day(createdAt),
        path: `/imports/${jobId}`,
      })),
    },
    {
      name: t('Invoices'),
      results: found.invoices.map(({ id, invoiceNumber }) => ({
        id,
        label: invoiceNumber,
        note: t('Download PDF'),
        path: '/billing/invoices',
        pdf: { path: invoicePdf(id), number: invoiceNumber },
      })),
    },
  ]
}
