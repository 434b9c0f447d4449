import { useQueries, useQuery } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { subscriptionQuery, vendorQuery } from '../../api/queries.ts'
import type { Page } from '../../api/types.ts'

export interface Step {
  title: string
  about: string
  action: string
  path: string
  isDone: boolean
}

const COUNTED = ['/contacts', '/templates', '/campaigns'] as const

/** What of the way to the first campaign is behind this vendor; undefined until it is known. */
export function useProgress(): Step[] | undefined {
  const { data: vendor } = useQuery(vendorQuery)
  const { data: subscription } = useQuery(subscriptionQuery)
  const counts = useQueries({
    queries: COUNTED.map((path) => ({
      queryKey: [path.slice(1), 'any'],
      queryFn: ({ signal }: { signal: AbortSignal }) => api.get<Page<unknown>>(path, { pageSize: 1 }, signal),
    })),
  })
  if (!vendor || subscription === undefined || counts.some(({ isPending }) => isPending)) return undefined
  const [contacts, templates, campaigns] = counts.map(({ data }) => (data?.total ?? 0) > 0)
  return [
    {
      title: 'Tell us about your company',
      about: 'Name, address and GSTIN as they should stand on your invoices.',
      action: 'Fill in the company',
      path: '/settings/company',
      isDone: vendor.address !== null || vendor.legalName !== null,
    },
    {
      title: 'Choose a plan',
      about: 'It says how many conversations a month are yours. You see the price before you pay.',
      action: 'Choose a plan',
      path: '/billing/plan',
      isDone: subscription !== null && subscription.status !== 'CANCELLED',
    },
    {
      title: 'Import your contacts',
      about: 'A spreadsheet as it is: you see what will happen with every row before anything is kept.',
      action: 'Import a file',
      path: '/imports/new',
      isDone: contacts ?? false,
    },
    {
      title: 'Write a template',
      about: 'The message, with places for names and figures. It is approved before the first sending.',
      action: 'Write a template',
      path: '/templates/new',
      isDone: templates ?? false,
    },
    {
      title: 'Send your first campaign',
      about: 'You see who gets it and what it costs, and nothing leaves before you say so.',
      action: 'Prepare a campaign',
      path: '/campaigns/new',
      isDone: campaigns ?? false,
    },
  ]
}
