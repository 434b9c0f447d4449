import { Button, Menu } from '@mantine/core'
import type { RefObject } from 'react'
import { t } from '../../format/translate.ts'
import { type Density, setDensity, useDensity } from './density.ts'
import { oldestFirst, type Sorting } from './header-cell.tsx'
import { saveAsCsv } from './save-as-csv.ts'

const DENSITIES: readonly [Density, string][] = [
  ['comfortable', t('Comfortable rows')],
  ['compact', t('Compact rows')],
]

interface MenuProps extends Sorting {
  label: string
  rows: number
  table: RefObject<HTMLTableElement | null>
  /** The columns by which the list can be sorted. */
  sortable: readonly { name: string; sortBy?: string }[]
  /** Present if rows can be selected. */
  selectAll?: { isAll: boolean; toggle: () => void } | undefined
}

/**
 * Order and selection, which have no heading to click where rows are cards, row height, remembered for all tables, and an
 * export of the rows shown.
 */
export function TableMenu({ label, rows, table, sortable, sort, setSort, selectAll }: MenuProps) {
  const density = useDensity()
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" size="xs" aria-label={t('{label}: table options', { label })}>
          {t('Table options')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {setSort &&
          sortable.map(({ name, sortBy }) => (
            <Menu.RadioGroup
              key={name}
              value={sort === oldestFirst(sortBy) ? 'oldest' : 'newest'}
              onChange={(value) => setSort(value === 'oldest' ? oldestFirst(sortBy) : undefined)}
            >
              <Menu.Label>{t('Sort by {name}', { name })}</Menu.Label>
              <Menu.RadioItem value="newest">{t('Newest first')}</Menu.RadioItem>
              <Menu.RadioItem value="oldest">{t('Oldest first')}</Menu.RadioItem>
              <Menu.Divider />
            </Menu.RadioGroup>
          ))}
        {selectAll && (
          <>
            <Menu.Item onClick={selectAll.toggle}>
              {selectAll.isAll ? t('Clear selection of this page') : t('Select all on this page')}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.RadioGroup value={density} onChange={(value) => setDensity(value as Density)}>
          {DENSITIES.map(([value, word]) => (
            <Menu.RadioItem key={value} value={value}>
              {word}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={() => table.current && saveAsCsv(table.current, label)}>
          {t('Export {rows, plural, one {# row} other {# rows}} shown as CSV', { rows })}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
