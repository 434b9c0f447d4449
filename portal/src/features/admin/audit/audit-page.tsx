import { OPERATOR_ACTIONS } from '@harkara/server/domain/accounts/operator-actions'
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { fetchAllPages } from '../../../api/fetch-all-pages.ts'
import { useUrlFilters } from '../../../api/url-params.ts'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { DateFilter } from '../../../components/table/date-filter.tsx'
import { FilterSelect } from '../../../components/table/filter-select.tsx'
import { useLocale } from '../../../components/values/locale-context.tsx'
import { t } from '../../../format/translate.ts'
import { periodOf } from '../../campaigns/period.ts'
import type { OperatorRow } from '../operators/operator-roles.ts'
import { ADMIN } from '../queries.ts'
import { ACTION_WORDS } from './action-words.ts'
import { AuditTable } from './audit-table.tsx'

const ACTIONS = OPERATOR_ACTIONS.map((action) => ({ value: action, label: ACTION_WORDS[action] }))

export function AuditPage() {
  const filters = useUrlFilters(['action', 'operatorId', 'from', 'to'])
  const { timeZone } = useLocale()
  const { action, operatorId, ...days } = filters.values
  const { data: operators = [] } = useQuery({
    queryKey: [...ADMIN, 'operators', 'all'],
    queryFn: ({ signal }) => fetchAllPages<OperatorRow>('/admin/operators', signal),
  })
  const people = operators.map(({ id, email }) => ({ value: id, label: email }))
  // Somebody who was removed meanwhile, or the list has not arrived.
  const isUnknown = operatorId !== undefined && !people.some(({ value }) => value === operatorId)
  return (
    <>
      <PageHeader
        title={t('Audit')}
        about={t('Actions by operators and by the platform, newest first. Entries cannot be changed.')}
      />
      <Group align="flex-end" gap="sm" mb="sm">
        <FilterSelect name="action" label={t('Action')} all={t('All actions')} options={ACTIONS} filters={filters} />
        <FilterSelect
          name="operatorId"
          label={t('Actor')}
          all={t('Everyone')}
          options={isUnknown ? [...people, { value: operatorId, label: operatorId }] : people}
          filters={filters}
        />
        <DateFilter label={t('Date')} filters={filters} />
      </Group>
      <AuditTable filters={{ action, operatorId, ...periodOf(days, timeZone) }} isFiltered={filters.isFiltered} />
    </>
  )
}
