import type { CreditNoteView, InvoiceView } from '@harkara/server/invoices/schema'
import { Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useIsAdmin } from '../../api/session.ts'
import type { Out } from '../../api/types.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { AdminOnlyNotice } from '../../components/feedback/admin-only-notice.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { Money } from '../../components/values/money.tsx'
import { StatusDot, type Tone } from '../../components/values/status-dot.tsx'
import { DateText } from '../../components/values/time.tsx'
import { PdfButton } from './pdf-button.tsx'

type Invoice = Out<typeof InvoiceView>
type CreditNote = Out<typeof CreditNoteView>
/** PDFs are usually generated within seconds. */
const POLL_MS = 10_000

export function InvoicesPage() {
  const isAdmin = useIsAdmin()
  return (
    <>
      <PageHeader title="Invoices" about="Download your invoices and credit notes as PDF." />
      {isAdmin ? (
        <Stack gap="xl">
          <Invoices />
          <CreditNotes />
        </Stack>
      ) : (
        <AdminOnlyNotice action="view invoices" />
      )}
    </>
  )
}

const FILTERS = [
  { value: '', label: 'All invoices' },
  { value: 'SUBSCRIPTION', label: 'Plan' },
  { value: 'SETUP', label: 'Setup' },
  { value: 'WALLET_RECHARGE', label: 'Wallet funds' },
]

export function Invoices() {
  const [type, setType] = useState('')
  const list = useListPage<Invoice>('/billing/invoices', {
    filters: type ? { type } : {},
    key: ['billing', 'invoices'],
    refetchMs: POLL_MS,
  })
  return (
    <section aria-label="Invoices">
      <Group justify="flex-end" mb="sm">
        <NativeSelect
          aria-label="Filter by type"
          data={FILTERS}
          value={type}
          onChange={(event) => setType(event.currentTarget.value)}
        />
      </Group>
      <DataTable
        label="Invoices"
        columns={INVOICE_COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            title={type ? 'No invoices of this type' : 'No invoices yet'}
            about={type ? 'Select “All invoices” to see the others.' : 'Invoices appear here after your first payment.'}
          />
        }
      />
    </section>
  )
}

const STATES: Record<Invoice['status'], [Tone, string]> = {
  PAID: ['success', 'Paid'],
  DRAFT: ['pending', 'Open'],
  OVERDUE: ['error', 'Overdue'],
  VOID: ['neutral', 'Void'],
}

const INVOICE_COLUMNS: Column<Invoice>[] = [
  { name: 'Number', cell: ({ invoiceNumber }) => invoiceNumber ?? 'Not issued' },
  { name: 'Description', cell: ({ description }) => description },
  { name: 'Date', cell: ({ issuedAt, createdAt }) => <DateText at={issuedAt ?? createdAt} /> },
  {
    name: 'Status',
    cell: ({ status, refundedMinorUnit, currency }) => {
      const [tone, word] = STATES[status]
      return (
        <>
          <StatusDot tone={tone}>{word}</StatusDot>
          {refundedMinorUnit > 0 && (
            <Text size="xs" c="dimmed">
              <Money minorUnits={refundedMinorUnit} currency={currency} /> refunded
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
    name: 'Total',
    isNumber: true,
    cell: (row) => <Total {...row} />,
  },
  {
    name: 'Document',
    isActions: true,
    cell: ({ id, invoiceNumber, pdfStatus }) =>
      invoiceNumber ? (
        <PdfButton path={`/billing/invoices/${id}/pdf`} number={invoiceNumber} isReady={pdfStatus === 'READY'} />
      ) : (
        <Text size="xs" c="dimmed">
          Available after payment
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
  const list = useListPage<CreditNote>('/billing/credit-notes', { key: ['billing', 'invoices', 'credit-notes'] })
  if (!list.rows?.length) return null
  return (
    <section aria-labelledby="credit-notes">
      <Title order={2} size="h4" mb={4} id="credit-notes">
        Credit notes
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Full or partial reversals of invoices.
      </Text>
      <DataTable label="Credit notes" columns={NOTE_COLUMNS} list={list} rowKey={({ id }) => id} empty={null} />
    </section>
  )
}

const NOTE_COLUMNS: Column<CreditNote>[] = [
  { name: 'Number', cell: ({ creditNoteNumber }) => creditNoteNumber },
  { name: 'Invoice', cell: ({ invoiceNumber }) => invoiceNumber ?? '' },
  { name: 'Reason', cell: ({ reason }) => reason },
  { name: 'Date', cell: ({ createdAt }) => <DateText at={createdAt} /> },
  {
    name: 'Total',
    isNumber: true,
    cell: (row) => <Total {...row} />,
  },
  {
    name: 'Document',
    isActions: true,
    cell: ({ id, creditNoteNumber, pdfStatus }) => (
      <PdfButton path={`/billing/credit-notes/${id}/pdf`} number={creditNoteNumber} isReady={pdfStatus === 'READY'} />
    ),
  },
]
