import type { CreditNoteView, InvoiceView } from '@harkara/server/invoices/schema'
import { Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useIsAdmin } from '../../api/session.ts'
import type { Out } from '../../api/types.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { AskAdmin } from '../../components/ask-admin.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Money } from '../../components/money.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { StatusDot, type Tone } from '../../components/status-dot.tsx'
import { Day } from '../../components/when.tsx'
import { PdfButton } from './pdf-button.tsx'

type Invoice = Out<typeof InvoiceView>
type CreditNote = Out<typeof CreditNoteView>
/** A new document is ready within seconds. */
const LOOK_AGAIN_MS = 10_000

export function InvoicesPage() {
  const isAdmin = useIsAdmin()
  return (
    <>
      <PageHeader title="Invoices" about="What you paid for, with the tax, as PDF for your books." />
      {isAdmin ? (
        <Stack gap="xl">
          <Invoices />
          <CreditNotes />
        </Stack>
      ) : (
        <AskAdmin to="see invoices" />
      )}
    </>
  )
}

const FILTERS = [
  { value: '', label: 'All invoices' },
  { value: 'SUBSCRIPTION', label: 'Plan' },
  { value: 'SETUP', label: 'Setup' },
  { value: 'WALLET_RECHARGE', label: 'Recharges' },
]

export function Invoices() {
  const [type, setType] = useState('')
  const list = useListPage<Invoice>('/billing/invoices', {
    filters: type ? { type } : {},
    key: ['billing', 'invoices'],
    refetchMs: LOOK_AGAIN_MS,
  })
  return (
    <section aria-label="Invoices">
      <Group justify="flex-end" mb="sm">
        <NativeSelect
          aria-label="Which invoices"
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
            title={type ? 'None of this kind' : 'No invoices yet'}
            about={
              type
                ? 'Choose all invoices to see the others.'
                : 'The first comes with your first payment: a plan or a recharge.'
            }
          />
        }
      />
    </section>
  )
}

const STATES: Record<Invoice['status'], [Tone, string]> = {
  PAID: ['good', 'Paid'],
  DRAFT: ['wait', 'To pay'],
  OVERDUE: ['wrong', 'Overdue'],
  VOID: ['calm', 'Void'],
}

const INVOICE_COLUMNS: Column<Invoice>[] = [
  { name: 'Number', cell: ({ invoiceNumber }) => invoiceNumber ?? 'Not issued yet' },
  { name: 'For', cell: ({ description }) => description },
  { name: 'Date', cell: ({ issuedAt, createdAt }) => <Day at={issuedAt ?? createdAt} /> },
  {
    name: 'State',
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
    isWideOnly: true,
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
          PDF when it is paid
        </Text>
      ),
  },
]

/** Plans are billed in rupees: a vendor with another currency sees its own as well. */
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

/** Few vendors ever have one: without any, nothing is said. */
export function CreditNotes() {
  const list = useListPage<CreditNote>('/billing/credit-notes', { key: ['billing', 'invoices', 'credit-notes'] })
  if (!list.rows?.length) return null
  return (
    <section aria-labelledby="credit-notes">
      <Title order={2} size="h4" mb={4} id="credit-notes">
        Credit notes
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        What took back an invoice, or a part of it.
      </Text>
      <DataTable label="Credit notes" columns={NOTE_COLUMNS} list={list} rowKey={({ id }) => id} empty={null} />
    </section>
  )
}

const NOTE_COLUMNS: Column<CreditNote>[] = [
  { name: 'Number', cell: ({ creditNoteNumber }) => creditNoteNumber },
  { name: 'Of invoice', cell: ({ invoiceNumber }) => invoiceNumber ?? '' },
  { name: 'Why', cell: ({ reason }) => reason },
  { name: 'Date', cell: ({ createdAt }) => <Day at={createdAt} /> },
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
