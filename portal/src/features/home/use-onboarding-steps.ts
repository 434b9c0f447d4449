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

/** The onboarding steps and whether they are done; undefined while loading. */
export function useOnboardingSteps(): Step[] | undefined {
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
      title: 'Add company details',
      about: 'Name, address and GSTIN for your invoices.',
      action: 'Add details',
      path: '/settings/company',
      isDone: vendor.address !== null || vendor.legalName !== null,
    },
    {
      title: 'Choose a plan',
      about: 'Your plan sets the number of conversations per month.',
      action: 'Choose plan',
      path: '/billing/plan',
      isDone: subscription !== null && subscription.status !== 'CANCELLED',
    },
    {
      title: 'Import contacts',
      about: 'Upload a spreadsheet. You review every row before anything is saved.',
      action: 'Import contacts',
      path: '/imports/new',
      isDone: contacts ?? false,
    },
    {
      title: 'Create a template',
      about: 'Write a message with variables such as names. Templates need approval before you can send them.',
      action: 'Create template',
      path: '/templates/new',
      isDone: templates ?? false,
    },
    {
      title: 'Send your first campaign',
      about: 'You review recipients and cost before anything is sent.',
      action: 'Create campaign',
      path: '/campaigns/new',
      isDone: campaigns ?? false,
    },
  ]
}
