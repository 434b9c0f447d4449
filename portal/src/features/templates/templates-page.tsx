import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useUrlFilter } from '../../api/url-params.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { PlusIcon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { StatusDot } from '../../components/values/status-dot.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { languageName } from '../../format/text.ts'
import { t } from '../../format/translate.ts'
import { CATEGORIES, formatReason, qualityLabel, STATUSES } from './display-names.ts'
import { REVIEW_POLL_MS, type Template } from './queries.ts'

const COLUMNS: Column<Template>[] = [
  { name: t('Name'), cell: ({ name }) => name },
  { name: t('Status'), cell: (template) => <Status template={template} /> },
  { name: t('Category'), cell: ({ category }) => CATEGORIES[category].name },
  { name: t('Language'), cell: ({ language }) => languageName(language) },
  { name: t('Quality'), isDesktopOnly: true, cell: ({ quality }) => <Quality quality={quality} /> },
  {
    name: t('Created'),
    isDesktopOnly: true,
    sortBy: '-createdAt',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
]

const Status = ({ template: { status, rejectionReason } }: { template: Template }) => (
  <>
    <StatusDot tone={STATUSES[status].tone}>{STATUSES[status].name}</StatusDot>
    {rejectionReason && (
      <Text size="xs" c="dimmed" lineClamp={2} maw="22rem">
        {formatReason(rejectionReason)}
      </Text>
    )}
  </>
)

const Quality = ({ quality }: { quality: string | null }) => (
  <StatusDot tone={qualityLabel(quality).tone}>{qualityLabel(quality).name}</StatusDot>
)

/** The common statuses; rare ones are only in the full list. */
const FILTERS = ['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED'] as const

export function TemplatesPage() {
  const [status, setStatus] = useUrlFilter('status')
  const list = useListPage<Template>('/templates', {
    key: ['templates', 'page'],
    filters: { status: status || undefined },
    refetchMs: (templates) => templates.some(({ status }) => status === 'PENDING') && REVIEW_POLL_MS,
  })
  return (
    <>
      <PageHeader
        title={t('Templates')}
        about={t('Messages for campaigns. WhatsApp reviews each template before you can send it.')}
        actions={
          <Button component={Link} to="/templates/new" leftSection={<PlusIcon />}>
            {t('Create template')}
          </Button>
        }
      />
      <Group mb="md">
        <NativeSelect
          label={t('Status')}
          data={[
            { value: '', label: t('All statuses') },
            ...FILTERS.map((value) => ({ value, label: STATUSES[value].name })),
          ]}
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
      </Group>
      <DataTable
        label={t('Templates')}
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/templates/$id', params: { id } })}
        empty={status ? <NoMatches onShowAll={() => setStatus('')} /> : <NoTemplates />}
      />
    </>
  )
}

const NoMatches = ({ onShowAll }: { onShowAll: () => void }) => (
  <EmptyState
    title={t('No templates with this status')}
    about={t('Change the status filter to see other templates.')}
    action={
      <Button variant="default" onClick={onShowAll}>
        {t('Show all templates')}
      </Button>
    }
  />
)

const NoTemplates = () => (
  <EmptyState
    illustration="messages"
    title={t('No templates yet')}
    about={t('Write a message with variables such as names, and preview it as your customers will see it.')}
    action={
      <Button component={Link} to="/templates/new">
        {t('Create your first template')}
      </Button>
    }
  />
)
