import { Group, NativeSelect, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { capitalize, countryName } from '../../../format/text.ts'
import { ACTIONS, type Action, COUNTRY_SOURCES } from '../display-names.ts'
import { type Mapping, mappingQuery } from '../queries.ts'
import { rawNameAndNumber } from './failed-row.ts'
import { PreviewDrawer } from './preview-drawer.tsx'
import classes from './preview-table.module.css'
import type { Kind, PreviewRow, usePreview } from './use-preview.ts'

interface TableProps extends Pick<ReturnType<typeof usePreview>, 'list' | 'filter'> {
  jobId: string
  onChoose: ReturnType<typeof usePreview>['choose']
}

/** The contacts as they would be saved, and the failed rows. Each opens in a drawer. */
export function PreviewTable({ jobId, list, filter, onChoose }: TableProps) {
  const { data: mapping } = useQuery(mappingQuery(jobId))
  const [opened, setOpened] = useState<PreviewRow>()
  return (
    <section aria-label="Import preview">
      <Filters filter={filter} onChoose={onChoose} />
      <DataTable
        label="Import preview"
        columns={columnsFor(mapping, setOpened)}
        list={list}
        rowKey={keyOf}
        empty={<EmptyState title="No matching rows" about="Change the filters to see other rows." />}
      />
      <PreviewDrawer row={opened} onClose={() => setOpened(undefined)} />
    </section>
  )
}

const keyOf = (row: PreviewRow) => (row.isFailed ? `row ${row.row.rowIndex}` : row.item._normalized.e164)

const KINDS: readonly { value: Kind; label: string }[] = [
  { value: '', label: 'All contacts' },
  { value: 'valid', label: 'Without warnings' },
  { value: 'warning', label: 'With warnings' },
  { value: 'error', label: 'Failed rows' },
]

function Filters({ filter, onChoose }: Pick<TableProps, 'filter' | 'onChoose'>) {
  return (
    <Group align="flex-end" gap="sm" mb="sm">
      <NativeSelect
        label="Show"
        data={[...KINDS]}
        value={filter.kind}
        onChange={({ currentTarget }) => onChoose({ kind: currentTarget.value as Kind })}
      />
      {filter.kind !== 'error' && (
        <NativeSelect
          label="Action"
          data={[
            { value: '', label: 'All actions' },
            ...Object.entries(ACTIONS).map(([value, label]) => ({ value, label })),
          ]}
          value={filter.action}
          onChange={({ currentTarget }) => onChoose({ action: currentTarget.value as Action | '' })}
        />
      )}
    </Group>
  )
}

const NOTHING = '–'

const columnsFor = (mapping: Mapping | undefined, open: (row: PreviewRow) => void): Column<PreviewRow>[] => [
  {
    name: 'Name',
    cell: (row) => (
      <button type="button" className={classes.opener} onClick={() => open(row)}>
        {(row.isFailed ? rawNameAndNumber(row.row, mapping).name : row.item.name) || 'No name'}
      </button>
    ),
  },
  {
    name: 'Phone number',
    cell: (row) =>
      row.isFailed ? (
        rawNameAndNumber(row.row, mapping).number || NOTHING
      ) : (
        <span style={{ whiteSpace: 'nowrap' }}>{row.item._normalized.e164}</span>
      ),
  },
  { name: 'Country', cell: (row) => (row.isFailed ? NOTHING : <Country item={row.item} />) },
  {
    name: 'Status',
    cell: (row) => {
      if (row.isFailed)
        return (
          <StatusDot tone="error" wraps>
            {capitalize(row.row.reason)}
          </StatusDot>
        )
      if (row.item._status === 'valid') return <StatusDot tone="success">Valid</StatusDot>
      return (
        <StatusDot tone="pending" wraps>
          {capitalize(warningWords(row.item._warnings))}
        </StatusDot>
      )
    },
  },
  {
    name: 'Contact',
    cell: (row) => (row.isFailed ? NOTHING : row.item._duplicate === 'new' ? 'New' : 'Existing'),
  },
  { name: 'Action', cell: (row) => (row.isFailed ? 'Not imported' : ACTIONS[row.item._action]) },
]

const warningWords = ([first = '', ...more]: readonly string[]) =>
  more.length > 0 ? `${first} and ${more.length} more` : first

const Country = ({ item }: { item: Extract<PreviewRow, { isFailed: false }>['item'] }) => (
  <Tooltip
    label={COUNTRY_SOURCES[item._countrySource]}
    multiline
    maw={280}
    events={{ hover: true, focus: true, touch: true }}
  >
    <span>{countryName(item._normalized.countryCode)}</span>
  </Tooltip>
)
