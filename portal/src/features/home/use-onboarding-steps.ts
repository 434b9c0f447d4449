import { useQueries, useQuery } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import {
  type Balance,
  balanceQuery,
  type Subscription,
  subscriptionQuery,
  type Vendor,
  vendorQuery,
} from '../../api/queries.ts'
import type { Page } from '../../api/types.ts'
import { t } from '../../format/translate.ts'

export interface Step {
  title: string
  about: string
  action: string
  path: string
  isDone: boolean
  /** Members see the step without its button. */
  isAdminOnly?: boolean
}

const COUNTED = ['/contacts', '/templates', '/campaigns'] as const

interface Onboarding {
  /** Undefined while loading, and after an error. */
  steps?: Step[]
  error?: Error
  retry: () => void
}

/** The onboarding steps and whether they are done. */
export function useOnboardingSteps(): Onboarding {
  const vendor = useQuery(vendorQuery)
  const subscription = useQuery(subscriptionQuery)
  const balance = useQuery(balanceQuery)
  const counts = useQueries({
    queries: COUNTED.map((path) => ({
      queryKey: [path.slice(1), 'any'],
      queryFn: ({ signal }: { signal: AbortSignal }) => api.get<Page<unknown>>(path, { pageSize: 1 }, signal),
    })),
  })
  const failed = [vendor, subscription, balance, ...counts].filter(({ error, data }) => error && data === undefined)
  const retry = () => {
    for (const { refetch } of failed) void refetch()
  }
  const [first] = failed
  if (first?.error) return { error: first.error, retry }
  const [contacts, templates, campaigns] = counts.map(({ data }) => data && data.total > 0)
  const isKnown = contacts !== undefined && templates !== undefined && campaigns !== undefined
  if (!vendor.data || !balance.data || subscription.data === undefined || !isKnown) return { retry }
  const done = { contacts, templates, campaigns }
  return { steps: stepsOf(vendor.data, subscription.data, balance.data, done), retry }
}

function stepsOf(
  vendor: Vendor,
  subscription: Subscription | null,
  balance: Balance,
  { contacts, templates, campaigns }: Record<'contacts' | 'templates' | 'campaigns', boolean>,
): Step[] {
  return [
    {
      title: t('Add company details'),
      about: t('Name, address and GSTIN for your invoices.'),
      action: t('Add details'),
      path: '/settings/company',
      isDone: Boolean(vendor.address?.line1) || vendor.legalName !== null,
      isAdminOnly: true,
    },
    {
      title: t('Choose a plan'),
      about: t('Your plan sets the number of conversations per month.'),
      action: t('Choose plan'),
      path: '/billing/plan',
      isDone: subscription !== null && subscription.status !== 'CANCELLED',
      isAdminOnly: true,
    },
    {
      title: t('Add funds'),
      about: t('Messages are paid from your wallet. Failed messages are not charged.'),
      action: t('Add funds'),
      path: '/wallet',
      isDone: balance.balanceMinorUnit + balance.reservedMinorUnit > 0,
      isAdminOnly: true,
    },
    {
      title: t('Import contacts'),
      about: t('Upload a spreadsheet. You review every row before anything is saved.'),
      action: t('Import contacts'),
      path: '/imports/new',
      isDone: contacts,
    },
    {
      title: t('Create a template'),
      about: t('Write a message with variables such as names. WhatsApp approves each template first.'),
      action: t('Create template'),
      path: '/templates/new',
      isDone: templates,
    },
    {
      title: t('Send your first campaign'),
      about: t('You review recipients and cost before anything is sent.'),
      action: t('Create campaign'),
      path: '/campaigns/new',
      isDone: campaigns,
    },
  ]
}
