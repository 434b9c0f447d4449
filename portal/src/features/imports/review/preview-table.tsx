import { Group, NativeSelect, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { type Column, DataTable } from '../../../components/table/data-table.tsx'
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { capitalize, countryName } from '../../../format/text.ts'
import { t, translateServerText } from '../../../format/translate.ts'
import { ACTIONS, type Action, COUNTRY_SOURCES } from '../display-names.ts'
import type { PreviewItem } from '../queries.ts'
import { PreviewDrawer } from './preview-drawer.tsx'
import classes from './preview-table.module.css'
import type { Kind, usePreview } from './use-preview.ts'

interface TableProps extends Pick<ReturnType<typeof usePreview>, 'list' | 'filter'> {
  onChoose: ReturnType<typeof usePreview>['choose']
}

/** The contacts as they would be saved. Each opens in a drawer. */
export function PreviewTable({ list, filter, onChoose }: TableProps) {
  const [opened, setOpened] = useState<PreviewItem>()
  return (
    <section aria-label={t('Import preview')}>
      <Filters filter={filter} onChoose={onChoose} />
      <DataTable
        label={t('Import preview')}
        columns={columnsFor(setOpened)}
        list={list}
        rowKey={({ _normalized }) => _normalized.e164}
        empty={<EmptyState title={t('No matching contacts')} about={t('Change the filters to see other contacts.')} />}
      />
      <PreviewDrawer item={opened} onClose={() => setOpened(undefined)} />
    </section>
  )
}

const KINDS: readonly { value: Kind; label: string }[] = [
  { value: '', label: t('All contacts') },
  { value: 'valid', label: t('Without warnings') },
  { value: 'warning', label: t('With warnings') },
]

function Filters({ filter, onChoose }: Pick<TableProps, 'filter' | 'onChoose'>) {
  return (
    <Group align="flex-end" gap="sm" mb="sm">
      <NativeSelect
        label={t('Show')}
        data={[...KINDS]}
        value={filter.kind}
        onChange={({ currentTarget }) => onChoose({ kind: currentTarget.value as Kind })}
      />
      <NativeSelect
        label={t('Action')}
        data={[
          { value: '', label: t('All actions') },
          ...Object.entries(ACTIONS).map(([value, label]) => ({ value, label })),
        ]}
        value={filter.action}
        onChange={({ currentTarget }) => onChoose({ action: currentTarget.value as Action | '' })}
      />
    </Group>
  )
}

const columnsFor = (open: (item: PreviewItem) => void): Column<PreviewItem>[] => [
  {
    name: t('Name'),
    cell: (item) => (
      <button type="button" className={classes.opener} onClick={() => open(item)}>
        {item.name || t('No name')}
      </button>
    ),
  },
  { name: t('Phone number'), isNoWrap: true, cell: ({ _normalized }) => _normalized.e164 },
  { name: t('Country'), cell: (item) => <Country item={item} /> },
  {
    name: t('Status'),
    cell: ({ _status, _warnings }) =>
      _status === 'valid' ? (
        <StatusDot tone="success">{t('Valid')}</StatusDot>
      ) : (
        <StatusDot tone="pending" wraps>
          {capitalize(warningWords(_warnings))}
        </StatusDot>
      ),
  },
  { name: t('Contact'), cell: ({ _duplicate }) => (_duplicate === 'new' ? t('New') : t('Existing')) },
  { name: t('Action'), cell: ({ _action }) => ACTIONS[_action] },
]

const warningWords = ([warning = '', ...more]: readonly string[]) => {
  const first = translateServerText(warning)
  return more.length > 0 ? t('{first} and {count} more', { first, count: more.length }) : first
}

const Country = ({ item }: { item: PreviewItem }) => (
  <Tooltip
    label={COUNTRY_SOURCES[item._countrySource]}
    multiline
    maw={280}
    events={{ hover: true, focus: true, touch: true }}
  >
    <span>{countryName(item._normalized.countryCode)}</span>
  </Tooltip>
)
