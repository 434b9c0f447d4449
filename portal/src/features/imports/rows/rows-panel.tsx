import { Alert, Button, Group, NativeSelect, NumberInput, Paper, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { errorMessage } from '../../../api/problem.ts'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { LoadingLines } from '../../../components/feedback/loading.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { type ImportDetail, type ImportStatus, type Mapping, mappingQuery } from '../queries.ts'
import { type Editing, FIRST_CELL } from './grid-window.ts'
import { ReplaceForm } from './replace-form.tsx'
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
    <section aria-label="Rows of the file">
      <Rows key={`${filter} ${fromRow}`} detail={detail} mapping={mapping} filter={filter} fromRow={fromRow}>
        <FilterChoice
          stats={status.stats}
          value={filter}
          onChange={(next) => {
            setFromRow(1)
            onFilter(next)
          }}
        />
        <GoToRow key={filter} fromRow={fromRow} onGo={setFromRow} />
      </Rows>
    </section>
  )
}

interface RowsProps {
  detail: ImportDetail
  mapping: Mapping
  filter: RowFilter
  fromRow: number
  /** What decides which rows are shown. */
  children: ReactNode
}

function Rows({ detail, mapping, filter, fromRow, children }: RowsProps) {
  const { jobId, mergeStrategy } = detail
  const format = useFormat()
  const list = useRows(jobId, mergeStrategy, filter, fromRow)
  const edits = useEdits(jobId, list)
  const [editing, setEditing] = useState<Editing>()
  const [isReplacing, setReplacing] = useState(false)
  const columns = useMemo(() => mapping.headers.map(({ column }) => column), [mapping])
  const phoneColumns = useMemo(() => phoneColumnsOf(mapping), [mapping])
  const again = ({ rowIndex, change }: NonNullable<Edits['failed']>) => {
    const row = list.rows?.findIndex((one) => one.rowIndex === rowIndex) ?? -1
    const [column, text] = 'cells' in change ? (Object.entries(change.cells)[0] ?? []) : []
    if (row === -1 || column === undefined || text === undefined) return
    edits.dismissFailed()
    setEditing({ row, column: columns.indexOf(column) + FIRST_CELL, text })
  }
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        {children}
        <Button variant="default" onClick={() => setReplacing(!isReplacing)} aria-expanded={isReplacing}>
          Find and replace
        </Button>
        {edits.undoable && (
          <Button variant="default" onClick={edits.undo}>
            Undo change in row {format.number(edits.undoable.rowIndex)}
          </Button>
        )}
      </Group>
      {isReplacing && (
        <ReplaceForm
          jobId={jobId}
          columns={columns}
          onReplaced={() => {
            edits.forget()
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
            label="Rows of the file"
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
            {fromRow > 1 ? `From row ${format.number(fromRow)}` : format.plural(list.total, 'row')}. Arrow keys move,
            Enter edits and saves, Esc cancels, Ctrl+Z undoes.
          </Text>
        </>
      )}
      {!list.rows && !list.error && <LoadingLines lines={6} height={36} />}
      {list.error ? <ErrorState error={list.error} retry={list.retry} /> : null}
      <VisuallyHidden role="status">{edits.announcement}</VisuallyHidden>
    </Stack>
  )
}

const phoneColumnsOf = ({ confirmed }: Mapping) =>
  new Set(Object.entries(confirmed ?? {}).flatMap(([column, { field }]) => (field === 'phone' ? [column] : [])))

function emptyTexts(filter: RowFilter, fromRow: number) {
  if (fromRow > 1) return { title: 'No rows from here on', about: 'Go to an earlier row.' }
  return EMPTY[filter]
}

const EMPTY: Record<RowFilter, { title: string; about: string }> = {
  failed: { title: 'No failed rows', about: 'Every row that is not excluded will be imported.' },
  warning: { title: 'No warnings', about: 'Nothing needs to be checked.' },
  excluded: { title: 'No excluded rows', about: 'Rows that you exclude appear here and can be included again.' },
  all: { title: 'No rows', about: 'The file has no rows.' },
}

interface FilterChoiceProps {
  stats: ImportStatus['stats']
  value: RowFilter
  onChange: (filter: RowFilter) => void
}

function FilterChoice({ stats, value, onChange }: FilterChoiceProps) {
  const format = useFormat()
  const options: [RowFilter, string, number][] = [
    ['failed', 'Failed rows', stats.invalidRows],
    ['warning', 'Rows with warnings', stats.warningRows],
    ['excluded', 'Excluded rows', stats.excludedRows],
    ['all', 'All rows', stats.totalRows],
  ]
  return (
    <NativeSelect
      label="Show"
      data={options.map(([filter, label, count]) => ({ value: filter, label: `${label} (${format.number(count)})` }))}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as RowFilter)}
    />
  )
}

function GoToRow({ fromRow, onGo }: { fromRow: number; onGo: (row: number) => void }) {
  const [row, setRow] = useState<number | string>(fromRow > 1 ? fromRow : '')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onGo(Math.max(1, Number(row) || 1))
      }}
    >
      <Group align="flex-end" gap="xs">
        <NumberInput
          label="From row"
          value={row}
          onChange={setRow}
          min={1}
          max={2_000_000}
          allowDecimal={false}
          hideControls
          placeholder="1"
          w={110}
        />
        <Button type="submit" variant="default">
          Go
        </Button>
      </Group>
    </form>
  )
}

interface FailedEditProps {
  failed: NonNullable<Edits['failed']>
  onAgain: (failed: NonNullable<Edits['failed']>) => void
  onDismiss: () => void
}

/** The text that was typed is kept for another try. */
const FailedEdit = ({ failed, onAgain, onDismiss }: FailedEditProps) => (
  <Alert color="red" variant="light" role="alert" title={`Row ${failed.rowIndex} was not changed`}>
    <Text size="sm">{errorMessage(failed.error)}</Text>
    <Group gap="sm" mt="sm">
      {'cells' in failed.change && (
        <Button size="compact-sm" variant="default" onClick={() => onAgain(failed)}>
          Edit again
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={onDismiss}>
        Dismiss
      </Button>
    </Group>
  </Alert>
)
