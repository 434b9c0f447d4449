import type { CreditNoteView, InvoiceView } from '@harkara/server/invoices/schema'
import { Group, Stack, Text, Title } from '@mantine/core'
import { useIsAdmin } from '../../api/session.ts'
import type { Out } from '../../api/types.ts'
import { useUrlFilters } from '../../api/url-params.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { AdminOnlyNotice } from '../../components/feedback/admin-only-notice.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { DateFilter } from '../../components/table/date-filter.tsx'
import { FilterSelect } from '../../components/table/filter-select.tsx'
import { useLocale } from '../../components/values/locale-context.tsx'
import { Money } from '../../components/values/money.tsx'
import { rich } from '../../components/values/rich.ts'
import { StatusDot, type Tone } from '../../components/values/status-dot.tsx'
import { DateText } from '../../components/values/time.tsx'
import { t } from '../../format/translate.ts'
import { createdIn } from '../campaigns/period.ts'
import { PdfButton } from './pdf-button.tsx'

type Invoice = Out<typeof InvoiceView>
type CreditNote = Out<typeof CreditNoteView>
/** PDFs are usually generated within seconds. */
const POLL_MS = 10_000

export function InvoicesPage() {
  const isAdmin = useIsAdmin()
  return (
    <>
      <PageHeader title={t('Invoices')} about={t('Download your invoices and credit notes as PDF.')} />
      {isAdmin ? (
        <Stack gap="xl">
          <Invoices />
          <CreditNotes />
        </Stack>
      ) : (
        <AdminOnlyNotice action={t('view invoices')} />
      )}
    </>
  )
}

const TYPES = [
  { value: 'SUBSCRIPTION', label: t('Plan') },
  { value: 'SETUP', label: t('Setup') },
  { value: 'WALLET_RECHARGE', label: t('Wallet recharge') },
]

export function Invoices() {
  const { timeZone } = useLocale()
  const filters = useUrlFilters(['type', 'status', 'from', 'to'])
  const { type, status } = filters.values
  const list = useListPage<Invoice>('/billing/invoices', {
    filters: { ...(type && { type }), ...(status && { status }), ...createdIn(filters.values, timeZone) },
    key: ['billing', 'invoices'],
    refetchMs: POLL_MS,
  })
  return (
    <section aria-label={t('Invoices')}>
      <Group align="flex-end" gap="sm" mb="sm">
        <FilterSelect name="type" label={t('Type')} all={t('All invoices')} options={TYPES} filters={filters} />
        <FilterSelect name="status" label={t('Status')} all={t('All statuses')} options={STATUSES} filters={filters} />
        <DateFilter label={t('Date')} filters={filters} />
      </Group>
      <DataTable
        label={t('Invoices')}
        columns={INVOICE_COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            {...(!filters.isFiltered && { illustration: 'invoices' as const })}
            title={filters.isFiltered ? t('No invoices found') : t('No invoices yet')}
            about={
              filters.isFiltered
                ? t('Choose other filters to see the others.')
                : t('Invoices appear here after your first payment.')
            }
          />
        }
      />
    </section>
  )
}

const STATES: Record<Invoice['status'], [Tone, string]> = {
  PAID: ['success', t('Paid')],
  DRAFT: ['pending', t('Open')],
  OVERDUE: ['error', t('Overdue')],
  VOID: ['neutral', t('Void')],
}

const STATUSES = Object.entries(STATES).map(([value, [, label]]) => ({ value, label }))

const INVOICE_COLUMNS: Column<Invoice>[] = [
  { name: t('Number'), isNoWrap: true, cell: ({ invoiceNumber }) => invoiceNumber ?? t('Not issued') },
  { name: t('Description'), cell: ({ description }) => description },
  { name: t('Date'), sortBy: '-createdAt', cell: ({ issuedAt, createdAt }) => <DateText at={issuedAt ?? createdAt} /> },
  {
    name: t('Status'),
    cell: ({ status, refundedMinorUnit, currency }) => {
      const [tone, word] = STATES[status]
      return (
        <>
          <StatusDot tone={tone}>{word}</StatusDot>
          {refundedMinorUnit > 0 && (
            <Text size="xs" c="dimmed">
              {rich('{amount} refunded', { amount: <Money minorUnits={refundedMinorUnit} currency={currency} /> })}
            </Text>
          )}
        </>
      )
    },
  },
  {
    name: 'GST',
    isNumber: true,
    isDesktopOnly: true,
    cell: ({ gstAmountMinorUnit, currency }) => <Money minorUnits={gstAmountMinorUnit} currency={currency} />,
  },
  {
    name: t('Total'),
    isNumber: true,
    cell: (row) => <Total {...row} />,
  },
  {
    name: t('Document'),
    isActions: true,
    cell: ({ id, invoiceNumber, pdfStatus }) =>
      invoiceNumber ? (
        <PdfButton path={`/billing/invoices/${id}/pdf`} number={invoiceNumber} isReady={pdfStatus === 'READY'} />
      ) : (
        <Text size="xs" c="dimmed">
          {t('Available after payment')}
        </Text>
      ),
  },
]

/** Plans are billed in rupees, so vendors with another currency also see the amount in their own. */
function Total({ totalMinorUnit, currency, vendorCurrency, totalVendorMinorUnit }: Invoice | CreditNote) {
  return (
    <>
      <Money minorUnits={totalMinorUnit} currency={currency} />
      {vendorCurrency !== null && totalVendorMinorUnit !== null && vendorCurrency !== currency && (
        <Text size="xs" c="dimmed">
          <Money minorUnits={totalVendorMinorUnit} currency={vendorCurrency} />
        </Text>
      )}
    </>
  )
}

/** Hidden if there are none, because most vendors never have a credit note. */
export function CreditNotes() {
  const list = useListPage<CreditNote>('/billing/credit-notes', {
    key: ['billing', 'invoices', 'credit-notes'],
    name: 'notes',
  })
  if (!list.rows?.length) return null
  return (
    <section aria-labelledby="credit-notes">
      <Title order={2} size="h4" mb={4} id="credit-notes">
        {t('Credit notes')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('Full or partial reversals of invoices.')}
      </Text>
      <DataTable label={t('Credit notes')} columns={NOTE_COLUMNS} list={list} rowKey={({ id }) => id} empty={null} />
    </section>
  )
}

const NOTE_COLUMNS: Column<CreditNote>[] = [
  { name: t('Number'), isNoWrap: true, cell: ({ creditNoteNumber }) => creditNoteNumber },
  { name: t('Invoice'), isNoWrap: true, cell: ({ invoiceNumber }) => invoiceNumber ?? '' },
  { name: t('Reason'), cell: ({ reason }) => reason },
  { name: t('Date'), cell: ({ createdAt }) => <DateText at={createdAt} /> },
  {
    name: t('Total'),
    isNumber: true,
    cell: (row) => <Total {...row} />,
  },
  {
    name: t('Document'),
    isActions: true,
    cell: ({ id, creditNoteNumber, pdfStatus }) => (
      <PdfButton path={`/billing/credit-notes/${id}/pdf`} number={creditNoteNumber} isReady={pdfStatus === 'READY'} />
    ),
  },
]
