import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useListPage } from '../../../../api/use-list-page.ts'
import { EmptyState } from '../../../../components/feedback/empty-state.tsx'
import { type Column, DataTable } from '../../../../components/table/data-table.tsx'
import { t } from '../../../../format/translate.ts'
import { ADMIN } from '../../queries.ts'
import { CsvButton } from './csv-button.tsx'

interface VendorListProps<Row extends object> {
  vendorId: string
  /** The last part of the path. */
  list: string
  label: string
  columns: Column<Row>[]
  rowKey: (row: Row) => string
  empty: string
  filters?: Record<string, string | undefined>
  /** A control that filters the list. */
  filter?: ReactNode
}

/** One list of a vendor's money: table, filter and export. */
export function VendorList<Row extends object>(props: VendorListProps<Row>) {
  const { vendorId, list: name, label, columns, rowKey, empty, filters, filter } = props
  const list = useListPage<Row>(`/admin/vendors/${vendorId}/${name}`, {
    ...(filters && { filters }),
    pageSize: 20,
    name,
    key: [...ADMIN, `vendor-${name}`, vendorId],
  })
  return (
    <section aria-label={label}>
      <Group justify="flex-end" mb="sm" gap="sm">
        {filter}
        <CsvButton vendorId={vendorId} list={name} label={label} {...(filters && { filters })} />
      </Group>
      <DataTable
        label={label}
        columns={columns}
        list={list}
        rowKey={rowKey}
        empty={<EmptyState title={t('No {label}', { label: label.toLowerCase() })} about={empty} />}
      />
    </section>
  )
}
