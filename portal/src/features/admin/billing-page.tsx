import type { BillingView } from '@harkara/server/admin/schema'
import { Group, NativeSelect, Text } from '@mantine/core'
import type { Out } from '../../api/types.ts'
import { useUrlFilter } from '../../api/url-params.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { Money } from '../../components/values/money.tsx'
import { rich } from '../../components/values/rich.ts'
import { StatusDot } from '../../components/values/status-dot.tsx'
import { DateText, RelativeTime } from '../../components/values/time.tsx'
import { t } from '../../format/translate.ts'
import { PLAN_NAMES, STATES } from '../billing/display-names.ts'
import { ADMIN } from './queries.ts'
import { SearchInput, useSearchText } from './search-input.tsx'

type Row = Out<typeof BillingView>

const STATUSES = [
  { value: '', label: t('All statuses') },
  ...Object.entries(STATES).map(([value, [, label]]) => ({ value, label })),
  { value: 'NONE', label: t('No plan') },
]
const PLANS = [
  { value: '', label: t('All plans') },
  ...Object.entries(PLAN_NAMES).map(([value, label]) => ({ value, label })),
]

const COLUMNS: Column<Row>[] = [
  { name: t('Company'), cell: ({ companyName }) => companyName },
  { name: t('Plan'), cell: (row) => <Plan row={row} /> },
  { name: t('Status'), cell: (row) => <State row={row} /> },
  {
    name: t('Balance'),
    isNumber: true,
    cell: ({ balanceMinorUnit, currency }) => <Money minorUnits={balanceMinorUnit} currency={currency} />,
  },
  { name: t('Last payment'), cell: ({ lastPayment }) => <LastPayment payment={lastPayment} /> },
  {
    name: t('Plan this month'),
    isNumber: true,
    cell: ({ monthSubscriptionInrPaise }) => <Money minorUnits={monthSubscriptionInrPaise} currency="INR" />,
  },
  {
    name: t('Funds this month'),
    isNumber: true,
    cell: ({ monthRechargeInrPaise }) => <Money minorUnits={monthRechargeInrPaise} currency="INR" />,
  },
]

/** One column: four amounts of twelve digits have to fit beside it. */
const Plan = ({ row: { plan, paidUntil } }: { row: Row }) => (
  <>
    {plan ? PLAN_NAMES[plan] : t('None')}
    {paidUntil && (
      <Text size="xs" c="dimmed" component="div">
        {rich('Paid until {time}', { time: <DateText at={paidUntil} /> })}
      </Text>
    )}
  </>
)

function State({ row: { status, graceDay } }: { row: Row }) {
  if (status === 'NONE') return <StatusDot tone="neutral">{t('No plan')}</StatusDot>
  const [tone, word] = STATES[status]
  return (
    <>
      <StatusDot tone={tone}>{word}</StatusDot>
      {graceDay !== null && (
        <Text size="xs" c="dimmed">
          {t('Day {graceDay} overdue', { graceDay })}
        </Text>
      )}
    </>
  )
}

const LastPayment = ({ payment }: { payment: Row['lastPayment'] }) =>
  payment ? (
    <>
      <Money minorUnits={payment.amountMinorUnit} currency={payment.currency} />
      <Text size="xs" c="dimmed" component="div">
        <RelativeTime at={payment.at} />
      </Text>
    </>
  ) : (
    t('None')
  )

export function BillingPage() {
  const { search, ...input } = useSearchText('billing')
  const [plan, setPlan] = useUrlFilter('plan')
  const [status, setStatus] = useUrlFilter('status')
  const list = useListPage<Row>('/admin/billing', {
    filters: { search, plan: plan || undefined, status: status || undefined },
    key: [...ADMIN, 'billing'],
  })
  return (
    <>
      <PageHeader title={t('Billing')} about={t('Plans, wallets and payments of all vendors, including GST.')} />
      <Group mb="sm">
        <SearchInput {...input} />
        <NativeSelect
          aria-label={t('Filter by plan')}
          data={PLANS}
          value={plan}
          onChange={(event) => setPlan(event.currentTarget.value)}
        />
        <NativeSelect
          aria-label={t('Filter by status')}
          data={STATUSES}
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
      </Group>
      <DataTable
        label={t('Vendor billing')}
        columns={COLUMNS}
        list={list}
        rowKey={({ vendorId }) => vendorId}
        rowLink={({ vendorId }) => ({ to: '/admin/vendors/$vendorId', params: { vendorId } })}
        empty={
          <EmptyState
            title={t('No matching vendors')}
            about={t('Change the plan or status, or search for a shorter name.')}
          />
        }
      />
    </>
  )
}
