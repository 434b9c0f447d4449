import { Button, Group, Paper, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { LoadingLines } from '../../../components/feedback/loading.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { t } from '../../../format/translate.ts'
import { type ImportDetail, type ImportStatus, type Mapping, mappingQuery } from '../queries.ts'
import { ExcludeAll } from './exclude-all.tsx'
import { FailedEdit } from './failed-edit.tsx'
import { type Editing, FIRST_CELL } from './grid-window.ts'
import { ReplaceForm } from './replace-form.tsx'
import { FilterChoice, GoToRow } from './row-choice.tsx'
import { RowGrid } from './row-grid.tsx'
import type { RowFilter } from './row-outcome.ts'
import { type Edits, useEdits } from './use-edits.ts'
import { useRows } from './use-rows.ts'

interface RowsPanelProps {
  detail: ImportDetail
  status: ImportStatus
  filter: RowFilter
  onFilter: (filter: RowFilter) => void
}

/** All rows of the file with all their columns, for correcting and excluding them. */
export function RowsPanel({ detail, status, filter, onFilter }: RowsPanelProps) {
  const { data: mapping, error, refetch } = useQuery(mappingQuery(detail.jobId))
  const [fromRow, setFromRow] = useState(1)
  if (!mapping)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingLines lines={6} height={36} />
  return (
    <section aria-label={t('Rows of the file')}>
      <Rows
        detail={detail}
        mapping={mapping}
        stats={status.stats}
        selection={{ filter, fromRow }}
        onSelect={(next) => {
          setFromRow(next.fromRow)
          onFilter(next.filter)
        }}
      />
    </section>
  )
}

interface Selection {
  filter: RowFilter
  fromRow: number
}

interface RowsProps {
  detail: ImportDetail
  mapping: Mapping
  stats: ImportStatus['stats']
  /** Which rows are shown. Changes, those that failed, and undo outlive it. */
  selection: Selection
  onSelect: (selection: Selection) => void
}

function Rows({ detail, mapping, stats, selection, onSelect }: RowsProps) {
  const { filter, fromRow } = selection
  const { jobId, mergeStrategy } = detail
  const format = useFormat()
  const list = useRows(jobId, mergeStrategy, filter, fromRow)
  const edits = useEdits(jobId, list)
  const [editing, setEditing] = useState<Editing>()
  const [isReplacing, setReplacing] = useState(false)
  const columns = useMemo(() => mapping.headers.map(({ column }) => column), [mapping])
  const phoneColumns = useMemo(() => phoneColumnsOf(mapping), [mapping])
  const select = (next: Selection) => {
    setEditing(undefined)
    onSelect(next)
  }
  const again = (failed: NonNullable<Edits['failed']>) => {
    if (!('change' in failed)) return
    const { rowIndex, change } = failed
    const row = list.rows?.findIndex((one) => one.rowIndex === rowIndex) ?? -1
    const [column, text] = 'cells' in change ? (Object.entries(change.cells)[0] ?? []) : []
    if (column === undefined || text === undefined) return
    edits.dismissFailed()
    // A row that is not shown becomes the first one of a list that has it.
    if (row === -1) select({ filter: 'all', fromRow: rowIndex })
    setEditing({ row: Math.max(0, row), column: columns.indexOf(column) + FIRST_CELL, text })
  }
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        <FilterChoice stats={stats} value={filter} onChange={(next) => select({ filter: next, fromRow: 1 })} />
        <GoToRow key={`${filter} ${fromRow}`} fromRow={fromRow} onGo={(row) => select({ filter, fromRow: row })} />
        <Button variant="default" onClick={() => setReplacing(!isReplacing)} aria-expanded={isReplacing}>
          {t('Find and replace')}
        </Button>
        <ExcludeAll filter={filter} fromRow={fromRow} stats={stats} list={list} edits={edits} />
        {edits.undoable && (
          <Button variant="default" onClick={edits.undo}>
            {undoLabel(edits.undoable, format.number)}
          </Button>
        )}
      </Group>
      {isReplacing && (
        <ReplaceForm
          jobId={jobId}
          columns={columns}
          onReplaced={(replaced) => {
            edits.addReplacement(replaced)
            void list.reset()
          }}
        />
      )}
      {edits.failed && <FailedEdit failed={edits.failed} onAgain={again} onDismiss={edits.dismissFailed} />}
      {list.rows?.length === 0 && (
        <Paper withBorder>
          <EmptyState {...emptyTexts(filter, fromRow)} />
        </Paper>
      )}
      {list.rows && list.rows.length > 0 && (
        <>
          <RowGrid
            key={`${filter} ${fromRow}`}
            label={t('Rows of the file')}
            columns={columns}
            phoneColumns={phoneColumns}
            rows={list.rows}
            hasMore={list.hasMore}
            onNearEnd={list.loadMore}
            edits={edits}
            editing={editing}
            onEditing={setEditing}
          />
          <Text size="sm" c="dimmed">
            {fromRow > 1
              ? t('From row {fromRow}', { fromRow: format.number(fromRow) })
              : t('{count, plural, one {# row} other {# rows}}', { count: list.total })}
            {t('. Arrow keys move, Enter edits and saves, Esc cancels, Ctrl+Z undoes.')}
          </Text>
        </>
      )}
      {!list.rows && !list.error && <LoadingLines lines={6} height={36} />}
      {list.error ? <ErrorState error={list.error} retry={list.retry} /> : null}
      <VisuallyHidden role="status">{edits.announcement}</VisuallyHidden>
    </Stack>
  )
}

function undoLabel(step: NonNullable<Edits['undoable']>, number: (n: number) => string): string {
  if ('change' in step) return t('Undo change in row {rowIndex}', { rowIndex: number(step.rowIndex) })
  if ('replacementId' in step)
    return t('Undo replacement in {changedRows, plural, one {# row} other {# rows}}', { changedRows: step.changedRows })
  const count = step.rowIndexes.length
  return step.isExcluded
    ? t('Exclude {count, plural, one {# row} other {# rows}} again', { count })
    : t('Include {count, plural, one {# row} other {# rows}} again', { count })
}

const phoneColumnsOf = ({ confirmed }: Mapping) =>
  new Set(Object.entries(confirmed ?? {}).flatMap(([column, { field }]) => (field === 'phone' ? [column] : [])))

function emptyTexts(filter: RowFilter, fromRow: number) {
  if (fromRow > 1) return { title: t('No rows from here on'), about: t('Go to an earlier row.') }
  return EMPTY[filter]
}

const EMPTY: Record<RowFilter, { title: string; about: string }> = {
  failed: { title: t('No failed rows'), about: t('Every row that is not excluded will be imported.') },
  warning: { title: t('No warnings'), about: t('Nothing needs to be checked.') },
  excluded: { title: t('No excluded rows'), about: t('Rows that you exclude appear here and can be included again.') },
  all: { title: t('No rows'), about: t('The file has no rows.') },
}
