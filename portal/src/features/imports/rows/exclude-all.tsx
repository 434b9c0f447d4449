import { IMPORT_ROWS_PER_CHANGE_MAX } from '@harkara/server/domain/limits'
import { Button } from '@mantine/core'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { t } from '../../../format/translate.ts'
import type { ImportStatus } from '../queries.ts'
import type { RowFilter } from './row-outcome.ts'
import type { Edits } from './use-edits.ts'
import type { useRows } from './use-rows.ts'

interface ExcludeAllProps {
  filter: RowFilter
  fromRow: number
  stats: ImportStatus['stats']
  list: Pick<ReturnType<typeof useRows>, 'rowIndexes'>
  edits: Pick<Edits, 'excludeMany'>
}

/** Excludes or includes all rows with the status that is shown, up to the limit of the server. */
export function ExcludeAll({ filter, fromRow, stats, list, edits }: ExcludeAllProps) {
  const change = useApiMutation(async (isExcluded: boolean) => edits.excludeMany(await list.rowIndexes(), isExcluded))
  const counts = { failed: stats.invalidRows, warning: stats.warningRows, excluded: stats.excludedRows, all: 0 }
  // From a row on, nobody knows how many follow.
  if (counts[filter] < 2 || fromRow > 1) return null
  return (
    <>
      <Button variant="default" loading={change.isPending} onClick={() => change.mutate(filter !== 'excluded')}>
        {labelOf(filter, Math.min(counts[filter], IMPORT_ROWS_PER_CHANGE_MAX))}
      </Button>
      {change.error ? <ErrorState error={change.error} /> : null}
    </>
  )
}

function labelOf(filter: RowFilter, count: number): string {
  if (filter === 'failed') return t('Exclude {count, plural, one {# failed row} other {# failed rows}}', { count })
  if (filter === 'warning')
    return t('Exclude {count, plural, one {# row with warnings} other {# rows with warnings}}', { count })
  return t('Include {count, plural, one {# excluded row} other {# excluded rows}}', { count })
}
