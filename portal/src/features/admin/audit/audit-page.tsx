import { OPERATOR_ACTIONS } from '@harkara/server/domain/accounts/operator-actions'
import { Group, NativeSelect } from '@mantine/core'
import { useUrlFilter } from '../../../api/url-params.ts'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { t } from '../../../format/translate.ts'
import { ACTION_WORDS } from './action-words.ts'
import { AuditTable } from './audit-table.tsx'

const FILTERS = [
  { value: '', label: t('All actions') },
  ...OPERATOR_ACTIONS.map((action) => ({ value: action, label: ACTION_WORDS[action] })),
]

export function AuditPage() {
  const [action, setAction] = useUrlFilter('action')
  return (
    <>
      <PageHeader
        title={t('Audit')}
        about={t('Actions by operators and by the platform, newest first. Entries cannot be changed.')}
      />
      <Group mb="sm">
        <NativeSelect
          aria-label={t('Filter by action')}
          data={FILTERS}
          value={action}
          onChange={(event) => setAction(event.currentTarget.value)}
        />
      </Group>
      <AuditTable action={action || undefined} />
    </>
  )
}
