import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useUrlFilters } from '../../api/url-params.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { PlusIcon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { FilterSelect } from '../../components/table/filter-select.tsx'
import { useFormat } from '../../components/values/locale-context.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { t } from '../../format/translate.ts'
import { Labels } from '../contacts/contact-columns.tsx'
import type { List } from '../contacts/queries.ts'
import { CreateList } from './create-list.tsx'

const KIND_NAMES: Record<List['kind'], string> = { STATIC: t('Static'), DYNAMIC: t('Dynamic') }
const KINDS = Object.entries(KIND_NAMES).map(([value, label]) => ({ value, label }))

const COLUMNS: Column<List>[] = [
  { name: t('Name'), cell: ({ name }) => name },
  { name: t('Type'), cell: ({ kind }) => KIND_NAMES[kind] },
  { name: t('Labels'), cell: ({ kind, labels }) => (kind === 'DYNAMIC' ? <Labels labels={labels} /> : '–') },
  { name: t('Contacts'), isNumber: true, cell: ({ contacts }) => <Count count={contacts} /> },
  { name: t('Created'), isDesktopOnly: true, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
]

const Count = ({ count }: { count: number }) => useFormat().number(count)

export function ListsPage() {
  const [isCreating, setCreating] = useState(false)
  const filters = useUrlFilters(['kind'])
  const list = useListPage<List>('/contact-lists', { filters: filters.values, key: ['contact-lists', 'page'] })
  const isNew = list.rows?.length === 0 && !filters.isFiltered
  const make = (
    <Button leftSection={<PlusIcon />} onClick={() => setCreating(true)}>
      {t('Create list')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('Contact lists')}
        about={t(
          'Campaigns are sent to contact lists. Dynamic lists follow labels; static lists contain the contacts you add.',
        )}
        actions={make}
      />
      {!isNew && (
        <Group mb="sm">
          <FilterSelect name="kind" label={t('Type')} all={t('All lists')} options={KINDS} filters={filters} />
        </Group>
      )}
      <DataTable
        label={t('Contact lists')}
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/lists/$id', params: { id } })}
        empty={
          filters.isFiltered ? (
            <EmptyState title={t('No lists found')} about={t('Change the filters to see other lists.')} />
          ) : (
            <EmptyState
              illustration="contacts"
              title={t('No contact lists yet')}
              about={t('Create a dynamic list from a label, such as VIP, or select contacts on the Contacts page.')}
              action={<Button onClick={() => setCreating(true)}>{t('Create your first list')}</Button>}
            />
          )
        }
      />
      {isCreating && <CreateList onClose={() => setCreating(false)} />}
    </>
  )
}
