import type { TemplateView } from '@harkara/server/templates/schema'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import type { Out } from '../../api/types.ts'

export type Template = Out<typeof TemplateView>

export const TEMPLATE_QUERIES = [['templates']] as const

/** The sandbox reviews within a second, the provider within a day. */
export const REVIEW_POLL_MS = 4_000

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['templates', id],
    queryFn: ({ signal }) => api.get<Template>(`/templates/${id}`, undefined, signal),
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? REVIEW_POLL_MS : false),
  })
