import type { FlaggedImportView } from '@harkara/server/imports/inspection/schema'
import type { Out } from '../../api/types.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { IdText } from '../../components/layout/description-list.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { useFormat } from '../../components/values/locale-context.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { t } from '../../format/translate.ts'
import { ADMIN } from './queries.ts'
import { VendorLink } from './vendor-link.tsx'

type FlaggedImport = Out<typeof FlaggedImportView>

const COLUMNS: Column<FlaggedImport>[] = [
  {
    name: t('Vendor'),
    isClamped: true,
    cell: ({ vendorId, companyName }) => <VendorLink vendorId={vendorId} name={companyName} isClamped />,
  },
  { name: t('Reason'), cell: (flagged) => <Reason flagged={flagged} /> },
  { name: t('Numbers'), isNumber: true, cell: ({ contacts }) => <Count of={contacts} /> },
  { name: t('Import'), cell: ({ importJobId }) => <IdText>{importJobId}</IdText> },
  { name: t('Flagged'), cell: ({ flaggedAt }) => <RelativeTime at={flaggedAt} /> },
]

/** Imports whose numbers look generated. What operators can do about them is on the page of the vendor. */
export function FlaggedImportsPage() {
  const list = useListPage<FlaggedImport>('/admin/imports/flagged', { key: [...ADMIN, 'flagged-imports'] })
  return (
    <>
      <PageHeader
        title={t('Flagged imports')}
        about={t(
          'Imports whose numbers look generated rather than collected. Nothing was stopped. Open the vendor to see its campaigns and, if necessary, suspend it.',
        )}
      />
      <DataTable
        label={t('Flagged imports')}
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title={t('No flagged imports')} about={t('Imports with many consecutive numbers appear here.')} />
        }
      />
    </>
  )
}

function Reason({ flagged: { contacts, sequentialContacts } }: { flagged: FlaggedImport }) {
  const format = useFormat()
  const percent = Math.round((sequentialContacts / contacts) * 100)
  return t('{sequentialContacts} consecutive numbers ({percent}%)', {
    sequentialContacts: format.number(sequentialContacts),
    percent,
  })
}

function Count({ of }: { of: number }) {
  return useFormat().number(of)
}
