import { Button, Group, Progress, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useUrlFilters } from '../../api/url-params.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { PlusIcon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { DateFilter } from '../../components/table/date-filter.tsx'
import { FilterSelect } from '../../components/table/filter-select.tsx'
import { useFormat, useLocale } from '../../components/values/locale-context.tsx'
import { Money } from '../../components/values/money.tsx'
import { rich } from '../../components/values/rich.ts'
import { StatusDot } from '../../components/values/status-dot.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { t } from '../../format/translate.ts'
import { STATES } from './display-names.ts'
import { createdIn } from './period.ts'
import { listPollInterval, type Summary } from './queries.ts'

const COLUMNS: Column<Summary>[] = [
  { name: t('Campaign'), cell: ({ name }) => name },
  { name: t('Status'), cell: (campaign) => <State campaign={campaign} /> },
  { name: t('Template'), isDesktopOnly: true, cell: ({ templateName }) => templateName },
  {
    ...count(t('Recipients'), ({ recipients }) => recipients),
    isDesktopOnly: true,
    cell: ({ recipients }) => <Count count={recipients} />,
  },
  { ...count(t('Delivered'), ({ deliveredCount }) => deliveredCount), cell: (campaign) => <Delivered {...campaign} /> },
  { ...count(t('Read'), ({ readCount }) => readCount), isDesktopOnly: true },
  count(t('Failed'), ({ failedCount }) => failedCount),
  {
    name: t('Cost'),
    isNumber: true,
    cell: (campaign) => <Cost {...campaign} />,
    total: (rows) => <TotalCost rows={rows} />,
  },
  { name: t('Date'), sortBy: '-createdAt', cell: (campaign) => <RelativeTime at={momentOf(campaign)} /> },
]

function count(name: string, of: (campaign: Summary) => number): Column<Summary> {
  return {
    name,
    isNumber: true,
    cell: (campaign) => (campaign.launchedAt ? <Count count={of(campaign)} /> : '–'),
    total: (rows) => <Count count={rows.reduce((sum, row) => sum + of(row), 0)} />,
  }
}

/** What was charged, and what is still on hold. */
const Cost = ({ launchedAt, spentMinorUnit, heldMinorUnit, currency }: Summary) =>
  launchedAt ? (
    <>
      <Money minorUnits={spentMinorUnit} currency={currency} />
      {heldMinorUnit > 0 && (
        <Text size="xs" c="dimmed" component="div">
          {rich('{amount} on hold', { amount: <Money minorUnits={heldMinorUnit} currency={currency} /> })}
        </Text>
      )}
    </>
  ) : (
    '–'
  )

/** All campaigns of a vendor have one currency, unless it was changed. */
function TotalCost({ rows }: { rows: readonly Summary[] }) {
  const currencies = [...new Set(rows.map(({ currency }) => currency))]
  return currencies.map((currency) => (
    <div key={currency}>
      <Money
        minorUnits={rows.reduce((sum, row) => sum + (row.currency === currency ? row.spentMinorUnit : 0), 0)}
        currency={currency}
      />
    </div>
  ))
}

/** The scheduled start or the launch; for a campaign that never started, its end. */
const momentOf = ({ status, scheduledAt, launchedAt, endedAt, createdAt }: Summary) =>
  (status === 'SCHEDULED' ? scheduledAt : (launchedAt ?? endedAt)) ?? createdAt

const Count = ({ count }: { count: number }) => useFormat().number(count)

const State = ({ campaign: { status } }: { campaign: Summary }) => (
  <StatusDot tone={STATES[status][0]}>{STATES[status][1]}</StatusDot>
)

/** Also shows how much has been sent while the campaign runs. */
function Delivered({ status, launchedAt, recipients, unsentCount, deliveredCount }: Summary) {
  if (!launchedAt) return '–'
  const isOpen = status === 'RUNNING' || status === 'PAUSED'
  const percent = recipients > 0 ? (100 * (recipients - unsentCount)) / recipients : 100
  return (
    <>
      <Count count={deliveredCount} />
      {isOpen && recipients > 0 && (
        <Progress
          value={percent}
          size="xs"
          mt={4}
          miw={60}
          aria-label={t('{percent} percent sent', { percent: Math.floor(percent) })}
        />
      )}
    </>
  )
}

const ROWS = 25

export function CampaignsPage() {
  const { timeZone } = useLocale()
  const filters = useUrlFilters(['status', 'from', 'to'])
  const { status } = filters.values
  const list = useListPage<Summary>('/campaigns', {
    filters: { ...(status && { status }), ...createdIn(filters.values, timeZone) },
    pageSize: ROWS,
    key: ['campaigns', 'page'],
    refetchMs: listPollInterval,
  })
  const isNew = list.rows?.length === 0 && !filters.isFiltered
  return (
    <>
      <PageHeader
        title={t('Campaigns')}
        about={t('Send a message to a contact list. You review recipients and cost before sending.')}
        actions={
          !isNew && (
            <>
              <Button component={Link} to="/campaigns/calendar" variant="default">
                {t('View calendar')}
              </Button>
              <NewCampaign />
            </>
          )
        }
      />
      {!isNew && (
        <Group justify="space-between" align="flex-end" mb="sm">
          <Group align="flex-end" gap="sm">
            <FilterSelect
              name="status"
              label={t('Status')}
              all={t('All statuses')}
              options={Object.entries(STATES).map(([value, [, label]]) => ({ value, label }))}
              filters={filters}
            />
            <DateFilter label={t('Created')} filters={filters} />
          </Group>
          <Text size="sm" c="dimmed" role="status">
            {list.rows && !list.isPageLoading
              ? t('{count, plural, one {# campaign} other {# campaigns}}', { count: list.total })
              : '…'}
          </Text>
        </Group>
      )}
      <DataTable
        label={t('Campaigns')}
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/campaigns/$id', params: { id } })}
        empty={
          isNew ? (
            <EmptyState
              illustration="campaigns"
              title={t('No campaigns yet')}
              about={t(
                'Choose a template and a contact list. You see the price before you send, and failed messages are not charged.',
              )}
              action={<NewCampaign />}
            />
          ) : (
            <EmptyState
              title={t('No campaigns found')}
              about={t('Change the filters to see other campaigns.')}
              action={
                <Button variant="default" onClick={filters.clear}>
                  {t('Show all campaigns')}
                </Button>
              }
            />
          )
        }
      />
    </>
  )
}

const NewCampaign = () => (
  <Button component={Link} to="/campaigns/new" leftSection={<PlusIcon />}>
    {t('Create campaign')}
  </Button>
)
