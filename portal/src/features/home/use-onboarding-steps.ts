import { useQueries, useQuery } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { balanceQuery, subscriptionQuery, vendorQuery } from '../../api/queries.ts'
import type { Page } from '../../api/types.ts'
import { t } from '../../format/translate.ts'

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
  const { data: balance } = useQuery(balanceQuery)
  const counts = useQueries({
    queries: COUNTED.map((path) => ({
      queryKey: [path.slice(1), 'any'],
      queryFn: ({ signal }: { signal: AbortSignal }) => api.get<Page<unknown>>(path, { pageSize: 1 }, signal),
    })),
  })
  if (!vendor || !balance || subscription === undefined || counts.some(({ isPending }) => isPending)) return undefined
  const [contacts, templates, campaigns] = counts.map(({ data }) => (data?.total ?? 0) > 0)
  return [
    {
      title: t('Add company details'),
      about: t('Name, address and GSTIN for your invoices.'),
      action: t('Add details'),
      path: '/settings/company',
      isDone: vendor.address !== null || vendor.legalName !== null,
    },
    {
      title: t('Choose a plan'),
      about: t('Your plan sets the number of conversations per month.'),
      action: t('Choose plan'),
      path: '/billing/plan',
      isDone: subscription !== null && subscription.status !== 'CANCELLED',
    },
    {
      title: t('Add funds'),
      about: t('Messages are paid from your wallet. Failed messages are not charged.'),
      action: t('Add funds'),
      path: '/wallet',
      isDone: balance.balanceMinorUnit + balance.reservedMinorUnit > 0,
    },
    {
      title: t('Import contacts'),
      about: t('Upload a spreadsheet. You review every row before anything is saved.'),
      action: t('Import contacts'),
      path: '/imports/new',
      isDone: contacts ?? false,
    },
    {
      title: t('Create a template'),
      about: t('Write a message with variables such as names. WhatsApp approves each template first.'),
      action: t('Create template'),
      path: '/templates/new',
      isDone: templates ?? false,
    },
    {
      title: t('Send your first campaign'),
      about: t('You review recipients and cost before anything is sent.'),
      action: t('Create campaign'),
      path: '/campaigns/new',
      isDone: campaigns ?? false,
    },
  ]
}
