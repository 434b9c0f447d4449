import { Anchor, Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useUrlFilters } from '../../api/url-params.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { PlusIcon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { DateFilter } from '../../components/table/date-filter.tsx'
import { FilterSelect } from '../../components/table/filter-select.tsx'
import { useFormat, useLocale } from '../../components/values/locale-context.tsx'
import { StatusDot } from '../../components/values/status-dot.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { t } from '../../format/translate.ts'
import { createdIn } from '../campaigns/period.ts'
import { STATES } from './display-names.ts'
import { type Import, isFinished } from './queries.ts'
import { ResultsChartCard } from './result/results-chart-card.tsx'
import { downloadSample } from './upload/sample-file.ts'

const POLL_MS = 4_000
/** Without MAPPING_CONFIRMED, which is also shown as “Queued” and lasts only a moment. */
const STATUSES = Object.entries(STATES)
  .filter(([value]) => value !== 'MAPPING_CONFIRMED')
  .map(([value, [, label]]) => ({ value, label }))

export function ImportsPage() {
  const { timeZone } = useLocale()
  const filters = useUrlFilters(['status', 'from', 'to'])
  const { status } = filters.values
  const list = useListPage<Import>('/contacts/import', {
    filters: { ...(status && { status }), ...createdIn(filters.values, timeZone) },
    key: ['imports', 'list'],
    pageSize: 25,
    refetchMs: (imports) => !imports.every(isFinished) && POLL_MS,
  })
  const isNew = list.rows?.length === 0 && !filters.isFiltered
  return (
    <>
      <PageHeader
        title={t('Imports')}
        about={t('Upload spreadsheets of contacts, review the result, and undo an import.')}
        actions={<NewImport />}
      />
      {!isNew && (
        <Group align="flex-end" gap="sm" mb="sm">
          <FilterSelect
            name="status"
            label={t('Status')}
            all={t('All statuses')}
            options={STATUSES}
            filters={filters}
          />
          <DateFilter label={t('Started')} filters={filters} />
        </Group>
      )}
      <Stack gap="lg">
        <DataTable
          label={t('Imports')}
          columns={useColumns()}
          list={list}
          rowKey={({ jobId }) => jobId}
          rowLink={({ jobId }) => ({ to: '/imports/$jobId', params: { jobId } })}
          empty={
            filters.isFiltered ? (
              <EmptyState title={t('No imports found')} about={t('Change the filters to see other imports.')} />
            ) : (
              <NoImports />
            )
          }
        />
        {list.rows && <ResultsChartCard imports={list.rows} />}
      </Stack>
    </>
  )
}

const NewImport = () => (
  <Button component={Link} to="/imports/new" leftSection={<PlusIcon />}>
    {t('Import contacts')}
  </Button>
)

function useColumns(): Column<Import>[] {
  const format = useFormat()
  const count = (name: string, of: (one: Import) => number): Column<Import> => ({
    name,
    isNumber: true,
    cell: (one) => format.number(of(one)),
    total: (rows) => format.number(rows.reduce((sum, one) => sum + of(one), 0)),
  })
  return [
    { name: t('File'), cell: ({ fileName }) => fileName },
    { name: t('Status'), cell: (one) => <State one={one} /> },
    {
      ...count(t('Rows'), ({ stats }) => stats.totalRows),
      isDesktopOnly: true,
    },
    count(t('Created'), ({ result }) => result?.created ?? 0),
    {
      ...count(t('Updated'), ({ result }) => (result?.updated ?? 0) + (result?.merged ?? 0)),
      isDesktopOnly: true,
    },
    count(t('Failed'), ({ stats }) => stats.invalidRows),
    { name: t('Started'), sortBy: '-createdAt', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  ]
}

function State({ one }: { one: Import }) {
  if (one.undo)
    return (
      <StatusDot tone={isFinished(one) ? 'neutral' : 'pending'}>
        {isFinished(one) ? t('Undone') : t('Undoing')}
      </StatusDot>
    )
  const [tone, word] = STATES[one.status]
  return <StatusDot tone={tone}>{word}</StatusDot>
}

const NoImports = () => (
  <EmptyState
    illustration="upload"
    title={t('No imports yet')}
    about={t(
      'Upload a spreadsheet of contacts in any layout. You review every row before anything is saved, and you can undo the import afterwards.',
    )}
    action={
      <Group justify="center" gap="md">
        <Button component={Link} to="/imports/new">
          {t('Import contacts')}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={downloadSample}>
          {t('Download sample file')}
        </Anchor>
      </Group>
    }
  />
)
