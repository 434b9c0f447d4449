import type { ApiKeyView } from '@harkara/server/api-keys/schema'
import { VENDOR_ACTION_GROUPS, type VendorActionGroup } from '@harkara/server/domain/accounts/vendor-actions'
import type { MemberView } from '@harkara/server/team/schema'
import type { VendorAuditEntry } from '@harkara/server/vendor-audit/schema'
import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { api } from '../../api/api.ts'
import { download } from '../../api/download.ts'
import { errorMessage } from '../../api/problem.ts'
import { useIsAdmin } from '../../api/session.ts'
import type { Out, Page } from '../../api/types.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { useLocale } from '../../components/values/locale-context.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { t } from '../../format/translate.ts'
import { ACTION_WORDS, GROUP_WORDS } from './activity.ts'
import { ActivityDetails } from './activity-details.tsx'
import { type ActivitySearch, activityFilters, activitySearch } from './activity-search.ts'
import { API_KEYS } from './api-key.ts'

type Entry = Out<typeof VendorAuditEntry>
const ABOUT = t('What your team, your API keys and Harkara did, newest first. Entries cannot be changed.')

export function ActivityPage() {
  const isAdmin = useIsAdmin()
  if (isAdmin) return <Activity />
  return (
    <>
      <PageHeader title={t('Activity')} about={ABOUT} />
      <EmptyState
        title={t('Administrators only')}
        about={t('Ask an administrator of your company to see the activity.')}
      />
    </>
  )
}

function Activity() {
  const chosen = useSearch({ from: '/vendor/settings/activity' })
  const { timeZone } = useLocale()
  const filters = activityFilters(chosen, timeZone)
  const list = useListPage<Entry>('/vendor/audit', { filters, key: ['activity'] })
  return (
    <>
      <PageHeader title={t('Activity')} about={ABOUT} actions={<ExportButton filters={filters} />} />
      <Filters chosen={chosen} />
      <DataTable
        label={t('Activity')}
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('No activity')} about={t('Choose other filters to see more.')} />}
      />
    </>
  )
}

const COLUMNS: Column<Entry>[] = [
  { name: t('Action'), isNoWrap: true, cell: ({ action }) => ACTION_WORDS[action] },
  { name: t('By'), cell: ({ actor }) => <Actor actor={actor} /> },
  { name: t('Details'), cell: (entry) => <ActivityDetails entry={entry} /> },
  { name: t('Date'), cell: ({ at }) => <RelativeTime at={at} />, isNoWrap: true },
]

const Actor = ({ actor: { type, name } }: Pick<Entry, 'actor'>) => (
  <Text component="div" size="sm" style={{ overflowWrap: 'anywhere' }}>
    {type === 'API_KEY' ? t('API key {name}', { name: name ?? '' }) : (name ?? t('Former member'))}
  </Text>
)

function ExportButton({ filters }: { filters: ReturnType<typeof activityFilters> }) {
  const save = useMutation({
    mutationFn: () => download('/vendor/audit', 'activity.csv', { ...filters, format: 'csv' }),
    onError: (error) => notifications.show({ color: 'red', message: errorMessage(error) }),
  })
  return (
    <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
      {t('Export as CSV')}
    </Button>
  )
}

const ACTIONS = [
  { value: '', label: t('All actions') },
  ...(Object.keys(VENDOR_ACTION_GROUPS) as VendorActionGroup[]).map((group) => ({
    group: GROUP_WORDS[group],
    items: VENDOR_ACTION_GROUPS[group].map((action) => ({ value: action, label: ACTION_WORDS[action] })),
  })),
]

function Filters({ chosen }: { chosen: ActivitySearch }) {
  const navigate = useNavigate()
  const { data: members = [] } = useQuery({
    queryKey: ['team', 'all'],
    queryFn: ({ signal }) => api.get<Page<MemberView>>('/vendor/users', { pageSize: 100 }, signal),
    select: ({ data }) => data.filter(({ status }) => status === 'ACTIVE'),
  })
  const { data: keys = [] } = useQuery({
    queryKey: [...API_KEYS, 'all'],
    queryFn: ({ signal }) => api.get<Page<Out<typeof ApiKeyView>>>('/vendor/api-keys', { pageSize: 100 }, signal),
    select: ({ data }) => data,
  })
  const choose = (change: Record<string, string>) =>
    void navigate({ to: '/settings/activity', search: activitySearch({ ...chosen, ...change }), replace: true })
  return (
    <Group align="flex-end" gap="sm" mb="md">
      <NativeSelect
        label={t('By')}
        data={[
          { value: '', label: t('Everyone') },
          { value: 'HARKARA', label: t('Harkara') },
          { group: t('Members'), items: members.map(({ id, email }) => ({ value: id, label: email })) },
          { group: t('API keys'), items: keys.map(({ id, name }) => ({ value: id, label: name })) },
        ]}
        value={chosen.actor ?? ''}
        onChange={({ currentTarget: { value } }) => choose({ actor: value })}
      />
      <NativeSelect
        label={t('Action')}
        data={ACTIONS}
        value={chosen.action ?? ''}
        onChange={({ currentTarget: { value } }) => choose({ action: value })}
      />
      <TextInput
        type="date"
        label={t('From')}
        value={chosen.from ?? ''}
        onChange={({ currentTarget: { value } }) => choose({ from: value })}
      />
      <TextInput
        type="date"
        label={t('To')}
        value={chosen.to ?? ''}
        onChange={({ currentTarget: { value } }) => choose({ to: value })}
      />
    </Group>
  )
}
