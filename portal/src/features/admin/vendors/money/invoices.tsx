import { OPERATOR_BASES, type OperatorBasis, refusalFor } from '@harkara/server/domain/billing/refund-request'
import { REFUND_REASON_CHARS_MAX } from '@harkara/server/domain/limits'
import type { InvoiceView } from '@harkara/server/invoices/schema'
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../../api/api.ts'
import { useOperatorRights } from '../../../../api/session.ts'
import type { Out } from '../../../../api/types.ts'
import { useApiMutation } from '../../../../api/use-api-mutation.ts'
import type { Column } from '../../../../components/table/data-table.tsx'
import { Money } from '../../../../components/values/money.tsx'
import { DateText } from '../../../../components/values/time.tsx'
import { formatMoney } from '../../../../format/money.ts'
import { t } from '../../../../format/translate.ts'
import { PdfButton } from '../../../billing/pdf-button.tsx'
import { oneLine } from '../../../billing/refunds/reason-input.tsx'
import { FormDialog } from '../../form-dialog.tsx'
import { ADMIN, type VendorDetail } from '../../queries.ts'
import { REFUND_BASES, type Refund } from '../../refunds/refunds.ts'
import { VendorList } from './vendor-list.tsx'

type Invoice = Out<typeof InvoiceView>

const TYPES: Record<Invoice['type'], string> = {
  SETUP: t('Setup'),
  SUBSCRIPTION: t('Plan'),
  WALLET_RECHARGE: t('Wallet recharge'),
}
const STATUSES: Record<Invoice['status'], string> = {
  DRAFT: t('Draft'),
  PAID: t('Paid'),
  OVERDUE: t('Overdue'),
  VOID: t('Void'),
}

const isRefundable = ({ type, status, totalMinorUnit, refundedMinorUnit }: Invoice) =>
  !refusalFor({ type, status, firstMonth: null }) && refundedMinorUnit < totalMinorUnit

/** The vendor's invoices. Operators can open a refund request for a platform error here. */
export function Invoices({ vendor }: { vendor: VendorDetail }) {
  const [chosen, setChosen] = useState<Invoice>()
  const { mayMoveMoney } = useOperatorRights()
  const columns: Column<Invoice>[] = [
    { name: t('Invoice'), cell: ({ invoiceNumber }) => invoiceNumber ?? t('Draft') },
    { name: t('Type'), cell: ({ type }) => TYPES[type] },
    { name: t('Status'), cell: ({ status }) => STATUSES[status] },
    { name: t('Issued'), cell: ({ issuedAt }) => (issuedAt ? <DateText at={issuedAt} /> : t('Not issued')) },
    {
      name: t('Total'),
      isNumber: true,
      cell: ({ totalMinorUnit, currency }) => <Money minorUnits={totalMinorUnit} currency={currency} />,
    },
    {
      name: t('Actions'),
      isActions: true,
      cell: (invoice) => (
        <Group gap="xs" wrap="nowrap" justify="flex-end">
          {mayMoveMoney && isRefundable(invoice) && (
            <Button variant="subtle" size="compact-sm" onClick={() => setChosen(invoice)}>
              {t('Open refund request')}
            </Button>
          )}
          {invoice.invoiceNumber && (
            <PdfButton
              path={`/admin/vendors/${vendor.id}/invoices/${invoice.id}/pdf`}
              number={invoice.invoiceNumber}
              isReady={invoice.pdfStatus === 'READY'}
            />
          )}
        </Group>
      ),
    },
  ]
  return (
    <>
      <VendorList<Invoice>
        vendorId={vendor.id}
        list="invoices"
        label={t('Invoices')}
        columns={columns}
        rowKey={({ id }) => id}
        empty={t("Invoices appear here after the vendor's first payment.")}
      />
      {chosen && <OpenRefund vendor={vendor} invoice={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

interface OpenProps {
  vendor: VendorDetail
  invoice: Invoice
  onClose: () => void
}

function OpenRefund({ vendor, invoice, onClose }: OpenProps) {
  const [basis, setBasis] = useState<OperatorBasis>('PLATFORM_ERROR')
  const [reason, setReason] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const navigate = useNavigate()
  const left = formatMoney(invoice.totalMinorUnit - invoice.refundedMinorUnit, invoice.currency)
  const open = useApiMutation(
    (input: { vendorId: string; invoiceId: string; basis: OperatorBasis; reason: string }, key) =>
      api.post<Refund>('/admin/refunds', input, key),
    {
      invalidates: [ADMIN],
      onSuccess: ({ id }) => {
        notifications.show({ message: t('Refund request opened. Approve it to pay the refund.') })
        void navigate({ to: '/admin/refunds/$refundId', params: { refundId: id } })
      },
    },
  )
  return (
    <FormDialog
      title={t('Open refund request for {invoiceNumber}', { invoiceNumber: invoice.invoiceNumber })}
      about={t('Up to {left} can be refunded. The amount is set on approval.', { left })}
      confirm={t('Open refund request')}
      onClose={onClose}
      isBusy={open.isPending}
      error={open.error}
      onSubmit={() => {
        setSubmitted(true)
        const text = oneLine(reason)
        if (text) open.mutate({ vendorId: vendor.id, invoiceId: invoice.id, basis, reason: text })
      }}
    >
      <NativeSelect
        label={t('Cause')}
        data={OPERATOR_BASES.map((value) => ({ value, label: REFUND_BASES[value] }))}
        value={basis}
        onChange={(event) => setBasis(event.currentTarget.value as OperatorBasis)}
      />
      <TextInput
        label={t('Reason')}
        description={t('Visible to the vendor.')}
        autoComplete="off"
        maxLength={REFUND_REASON_CHARS_MAX}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={isSubmitted && !oneLine(reason) ? t('Enter a reason.') : undefined}
      />
    </FormDialog>
  )
}
