import { SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useIsAdmin } from '../../../api/session.ts'
import { useListPage } from '../../../api/use-list-page.ts'
import { AdminOnlyNotice } from '../../../components/feedback/admin-only-notice.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { Money } from '../../../components/values/money.tsx'
import { rich } from '../../../components/values/rich.ts'
import { StatusDot, type Tone } from '../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { t } from '../../../format/translate.ts'
import { CloseAccount } from './close-account.tsx'
import { FirstMonthRefund } from './first-month-refund.tsx'
import { isOpenRequest } from './pending-refund.tsx'
import type { RefundRequest } from './use-refund-request.ts'
import { WithdrawRefund } from './withdraw-refund.tsx'

export function RefundsPage() {
  const isAdmin = useIsAdmin()
  return (
    <>
      <PageHeader
        title={t('Refunds')}
        about={t('Request a refund and follow your requests. Each one is reviewed by Harkara.')}
      />
      {isAdmin ? <Content /> : <AdminOnlyNotice action={t('request refunds')} />}
    </>
  )
}

function Content() {
  const list = useListPage<RefundRequest>('/billing/refund-requests', { key: ['billing', 'refunds'] })
  const open = list.rows?.filter(isOpenRequest) ?? []
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
        <FirstMonthRefund requests={list.rows ?? []} />
        <CloseAccount isRequested={open.some(({ kind }) => kind === 'WALLET_EXIT')} />
      </SimpleGrid>
      <section aria-labelledby="requests">
        <Title order={2} size="h4" mb="sm" id="requests">
          {t('Your requests')}
        </Title>
        <DataTable
          label={t('Refund requests')}
          columns={COLUMNS}
          list={list}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              title={t('No refund requests')}
              about={t('If you were charged twice or by mistake, contact support.')}
            />
          }
        />
      </section>
    </Stack>
  )
}

const STATES: Record<RefundRequest['status'], [Tone, string]> = {
  REQUESTED: ['pending', t('In review')],
  APPROVED: ['pending', t('Approved')],
  PROCESSING: ['pending', t('In progress')],
  REFUNDED: ['success', t('Refunded')],
  FAILED: ['error', t('Failed')],
  REJECTED: ['error', t('Declined')],
  WITHDRAWN: ['neutral', t('Withdrawn')],
}

const BASES: Record<RefundRequest['basis'], string> = {
  FIRST_MONTH: t('First month'),
  EXIT: t('Account closure'),
  PLATFORM_ERROR: t('Platform error'),
  DOUBLE_CHARGE: t('Double charge'),
}

const COLUMNS: Column<RefundRequest>[] = [
  {
    name: t('Request'),
    cell: ({ basis, invoiceNumber, reason }) => (
      <>
        {BASES[basis]}
        {invoiceNumber && `, ${invoiceNumber}`}
        <Text size="xs" c="dimmed" fw={400}>
          {reason}
        </Text>
      </>
    ),
  },
  { name: t('Requested'), cell: ({ requestedAt }) => <RelativeTime at={requestedAt} /> },
  { name: t('Status'), cell: (request) => <State request={request} /> },
  {
    name: t('Refund'),
    isNumber: true,
    cell: ({ amountMinorUnit, currency, status }) =>
      amountMinorUnit !== null ? (
        <Money minorUnits={amountMinorUnit} currency={currency} />
      ) : status === 'REQUESTED' ? (
        t('Pending')
      ) : (
        t('None')
      ),
  },
  {
    name: t('Actions'),
    isActions: true,
    cell: (request) => (request.status === 'REQUESTED' ? <WithdrawRefund request={request} /> : null),
  },
]

function State({ request }: { request: RefundRequest }) {
  const { status, note, failure, decisionReason, feeMinorUnit, currency } = request
  const { manualPayoutMinorUnit, paidOutAt, paidOutReference } = request
  const [tone, word] = STATES[status]
  return (
    <>
      <StatusDot tone={tone}>{word}</StatusDot>
      <Text component="div" size="xs" c="dimmed">
        {note && <div>{note}</div>}
        {decisionReason && <div>{t('A payment for your plan arrived after the request. Your plan continues.')}</div>}
        {failure && <div>{t('Bank error: {failure}. We will contact you.', { failure })}</div>}
        {feeMinorUnit > 0 && (
          <div>{rich('Fee {amount}', { amount: <Money minorUnits={feeMinorUnit} currency={currency} /> })}</div>
        )}
        {manualPayoutMinorUnit > 0 && (
          <div>
            <Money minorUnits={manualPayoutMinorUnit} currency={currency} />{' '}
            {paidOutAt
              ? t('paid by bank transfer, reference {paidOutReference}', { paidOutReference })
              : t('to be paid by bank transfer')}
          </div>
        )}
      </Text>
    </>
  )
}
