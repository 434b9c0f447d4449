import type { CreditNoteView } from '@harkara/server/invoices/schema'
import type { Out } from '../../../../api/types.ts'
import type { Column } from '../../../../components/table/data-table.tsx'
import { Money } from '../../../../components/values/money.tsx'
import { DateText } from '../../../../components/values/time.tsx'
import { t } from '../../../../format/translate.ts'
import { PdfButton } from '../../../billing/pdf-button.tsx'
import type { VendorDetail } from '../../queries.ts'
import { VendorList } from './vendor-list.tsx'

type CreditNote = Out<typeof CreditNoteView>

const columns = (vendorId: string): Column<CreditNote>[] => [
  { name: t('Credit note'), cell: ({ creditNoteNumber }) => creditNoteNumber },
  { name: t('Invoice'), cell: ({ invoiceNumber }) => invoiceNumber ?? t('None') },
  { name: t('Reason'), cell: ({ reason }) => reason },
  { name: t('Issued'), cell: ({ createdAt }) => <DateText at={createdAt} /> },
  {
    name: t('Total'),
    isNumber: true,
    cell: ({ totalMinorUnit, currency }) => <Money minorUnits={totalMinorUnit} currency={currency} />,
  },
  {
    name: t('Document'),
    isActions: true,
    cell: ({ id, creditNoteNumber, pdfStatus }) => (
      <PdfButton
        path={`/admin/vendors/${vendorId}/credit-notes/${id}/pdf`}
        number={creditNoteNumber}
        isReady={pdfStatus === 'READY'}
      />
    ),
  },
]

export const CreditNotes = ({ vendor }: { vendor: VendorDetail }) => (
  <VendorList<CreditNote>
    vendorId={vendor.id}
    list="credit-notes"
    label={t('Credit notes')}
    columns={columns(vendor.id)}
    rowKey={({ id }) => id}
    empty={t('A credit note is issued when an invoice is refunded.')}
  />
)
