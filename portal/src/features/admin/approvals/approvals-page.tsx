import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { useOperatorRights, useUser } from '../../../api/session.ts'
import { useUrlFilter } from '../../../api/url-params.ts'
import { useListPage } from '../../../api/use-list-page.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { rich } from '../../../components/values/rich.ts'
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { t } from '../../../format/translate.ts'
import { ADMIN } from '../queries.ts'
import { VendorLink } from '../vendor-link.tsx'
import { ApprovalDecision, type Verdict } from './approval-decision.tsx'
import { APPROVAL_STATUSES, type Approval, approvalTitle, lostRight } from './approvals.ts'

const POLL_MS = 15_000
const FILTERS = [
  { value: '', label: t('All requests') },
  ...Object.entries(APPROVAL_STATUSES).map(([value, [, label]]) => ({ value, label })),
]

/** Requests that need a second operator. Pending ones come first. */
export function ApprovalsPage() {
  const [status, setStatus] = useUrlFilter('status')
  const [chosen, setChosen] = useState<{ approval: Approval; verdict: Verdict }>()
  const { id: me } = useUser()
  const { mayMoveMoney } = useOperatorRights()
  const list = useListPage<Approval>('/admin/approvals', {
    filters: { status: status || undefined },
    key: [...ADMIN, 'approvals'],
    refetchMs: POLL_MS,
  })
  const columns: Column<Approval>[] = [
    { name: t('Request'), cell: (approval) => approvalTitle(approval) },
    {
      name: t('Vendor'),
      isClamped: true,
      cell: ({ vendorId, companyName }) => (
        <VendorLink vendorId={vendorId} name={companyName ?? t('View vendor')} isClamped />
      ),
    },
    { name: t('Reason'), isLong: true, cell: ({ reason }) => reason },
    {
      name: t('Requested by'),
      cell: (approval) => <Requester approval={approval} isMe={approval.requestedBy.id === me} />,
    },
    { name: t('Status'), cell: (approval) => <Status approval={approval} /> },
    {
      name: t('Decision'),
      isActions: true,
      cell: (approval) =>
        approval.status === 'PENDING' &&
        (approval.requestedBy.id === me || !mayMoveMoney ? (
          <Text size="sm" c="dimmed">
            {t('Awaiting another operator')}
          </Text>
        ) : (
          <Group gap="xs" wrap="nowrap">
            <Button size="compact-sm" onClick={() => setChosen({ approval, verdict: 'approve' })}>
              {t('Approve')}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setChosen({ approval, verdict: 'reject' })}>
              {t('Reject')}
            </Button>
          </Group>
        )),
    },
  ]
  return (
    <>
      <PageHeader
        title={t('Approvals')}
        about={t(
          'Credits, corrections, refunds and payouts above the threshold, and exchange rates far from the feed, need a second operator. Pending requests come first.',
        )}
      />
      <Group mb="sm">
        <NativeSelect
          aria-label={t('Filter by status')}
          data={FILTERS}
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
      </Group>
      <DataTable
        label={t('Approvals')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={
          status ? (
            <EmptyState
              title={t('No requests with this status')}
              about={t('Select “All requests” to see the others.')}
            />
          ) : (
            <EmptyState
              title={t('No requests')}
              about={t(
                'Requests appear here when an operator credits, corrects, refunds or pays out an amount above the threshold, or sets an exchange rate far from the feed.',
              )}
            />
          )
        }
      />
      {chosen && <ApprovalDecision {...chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

const Requester = ({ approval: { requestedBy, requestedAt }, isMe }: { approval: Approval; isMe: boolean }) => (
  <>
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {isMe ? t('You') : requestedBy.email}
    </Text>
    <Text size="xs" c="dimmed">
      <RelativeTime at={requestedAt} />
    </Text>
  </>
)

function Status({ approval: { status, expiresAt, decidedBy, decisionReason } }: { approval: Approval }) {
  const [tone, word] = APPROVAL_STATUSES[status]
  return (
    <>
      <StatusDot tone={tone}>{word}</StatusDot>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {status === 'PENDING' && <>{rich('Expires {time}', { time: <RelativeTime at={expiresAt} /> })}</>}
        {decidedBy && t('by {email}', { email: decidedBy.email })}
        {decisionReason && ` · ${lostRight(decisionReason) ?? decisionReason}`}
      </Text>
    </>
  )
}
