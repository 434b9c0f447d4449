import { Button, Group, NativeSelect, Progress, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useListPage } from '../../api/use-list-page.ts'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { PlusIcon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { useFormat } from '../../components/values/locale-context.tsx'
import { StatusDot } from '../../components/values/status-dot.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { STATES } from './display-names.ts'
import type { Summary } from './queries.ts'

const COLUMNS: Column<Summary>[] = [
  { name: 'Campaign', cell: ({ name }) => name },
  { name: 'Status', cell: (campaign) => <State campaign={campaign} /> },
  { name: 'Template', isDesktopOnly: true, cell: ({ templateName }) => templateName },
  { name: 'Recipients', isNumber: true, cell: ({ recipients }) => <Count count={recipients} /> },
  { name: 'Queued', isNumber: true, cell: (campaign) => <QueuedCount campaign={campaign} /> },
  { name: 'Failed', isNumber: true, cell: ({ failedCount }) => <Count count={failedCount} /> },
  { name: 'Date', cell: (campaign) => <RelativeTime at={momentOf(campaign)} /> },
]

/** The scheduled start or the launch; for a campaign that never started, its end. */
const momentOf = ({ status, scheduledAt, launchedAt, endedAt, createdAt }: Summary) =>
  (status === 'SCHEDULED' ? scheduledAt : (launchedAt ?? endedAt)) ?? createdAt

const Count = ({ count }: { count: number }) => useFormat().number(count)

const State = ({ campaign: { status } }: { campaign: Summary }) => (
  <StatusDot tone={STATES[status][0]}>{STATES[status][1]}</StatusDot>
)

/** Also shows progress while the campaign is sent. */
function QueuedCount({ campaign: { status, launchedAt, recipients, unsentCount } }: { campaign: Summary }) {
  if (!launchedAt) return '–'
  const isOpen = status === 'RUNNING' || status === 'PAUSED'
  return (
    <>
      <Count count={unsentCount} />
      {isOpen && recipients > 0 && (
        <Progress
          value={(100 * (recipients - unsentCount)) / recipients}
          size="xs"
          mt={4}
          miw={60}
          aria-label={`${Math.floor((100 * (recipients - unsentCount)) / recipients)} percent sent`}
        />
      )}
    </>
  )
}

const POLL_MS = 5_000
const ROWS = 25

export function CampaignsPage() {
  const format = useFormat()
  const [status, setStatus] = useState('')
  const list = useListPage<Summary>('/campaigns', {
    filters: { ...(status && { status }) },
    pageSize: ROWS,
    key: ['campaigns', 'page'],
    refetchMs: POLL_MS,
  })
  const isNew = list.rows?.length === 0 && !status
  return (
    <>
      <PageHeader
        title="Campaigns"
        about="Send a message to a contact list. You review recipients and cost before sending."
        actions={!isNew && <NewCampaign />}
      />
      {!isNew && (
        <Group justify="space-between" align="flex-end" mb="sm">
          <NativeSelect
            label="Status"
            value={status}
            onChange={({ currentTarget: { value } }) => setStatus(value)}
            data={[
              { value: '', label: 'All statuses' },
              ...Object.entries(STATES).map(([value, [, label]]) => ({ value, label })),
            ]}
          />
          <Text size="sm" c="dimmed" role="status">
            {list.rows && !list.isPageLoading ? format.plural(list.total, 'campaign') : '…'}
          </Text>
        </Group>
      )}
      <DataTable
        label="Campaigns"
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/campaigns/$id', params: { id } })}
        empty={
          isNew ? (
            <EmptyState
              title="No campaigns yet"
              about="Choose a template and a contact list. You see the price before you send, and failed messages are not charged."
              action={<NewCampaign />}
            />
          ) : (
            <EmptyState
              title="No campaigns with this status"
              about="Change the status filter to see other campaigns."
              action={
                <Button variant="default" onClick={() => setStatus('')}>
                  Show all campaigns
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
    Create campaign
  </Button>
)
