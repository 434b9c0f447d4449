import type { ContactView, CountryView, HistoryView, LabelView } from '@harkara/server/contacts/views'
import type { ListView } from '@harkara/server/lists/schema'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { fetchAllPages } from '../../api/fetch-all-pages.ts'
import type { Out } from '../../api/types.ts'

export type Contact = Out<typeof ContactView>
export type Change = Out<typeof HistoryView>
export type Label = Out<typeof LabelView>
export type List = Out<typeof ListView>

/** URL parameters of the contacts page. They contain ids and fixed words; the search text stays out of the URL. */
export const CONTACT_FILTERS = ['label', 'list', 'country', 'status', 'from', 'to'] as const
export type ContactFilter = (typeof CONTACT_FILTERS)[number]

/** The links to this page that other pages make. */
export interface ContactsSearch {
  label?: string
  list?: string
}

export const countriesQuery = queryOptions({
  queryKey: ['contacts', 'countries'],
  queryFn: async ({ signal }) =>
    (await api.get<{ data: Out<typeof CountryView>[] }>('/contacts/countries', undefined, signal)).data,
})

/** Filters as the API takes them. */
export interface ContactQuery extends Record<string, string> {}

/** Queries affected by changes to contacts, labels or lists. */
export const CONTACT_QUERIES = [['contacts'], ['labels'], ['contact-lists']] as const

export const contactQuery = (id: string) =>
  queryOptions({
    queryKey: ['contacts', id],
    queryFn: ({ signal }) => api.get<Contact>(`/contacts/${id}`, undefined, signal),
  })

export const labelsQuery = queryOptions({
  queryKey: ['labels', 'all'],
  queryFn: ({ signal }) => fetchAllPages<Label>('/labels', signal),
})

export const listsQuery = queryOptions({
  queryKey: ['contact-lists', 'all'],
  queryFn: ({ signal }) => fetchAllPages<List>('/contact-lists', signal),
})

export const nameOf = ({ name, e164 }: Pick<Contact, 'name' | 'e164'>) => name || e164
