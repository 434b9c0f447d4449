import { Button, Menu } from '@mantine/core'
import type { RefObject } from 'react'
import { t } from '../../format/translate.ts'
import { type Density, setDensity, useDensity } from './density.ts'
import { saveAsCsv } from './save-as-csv.ts'

const DENSITIES: readonly [Density, string][] = [
  ['comfortable', t('Comfortable rows')],
  ['compact', t('Compact rows')],
]

interface MenuProps {
  label: string
  rows: number
  table: RefObject<HTMLTableElement | null>
}

/** Row height, remembered for all tables, and an export of the rows shown. */
export function TableMenu({ label, rows, table }: MenuProps) {
  const density = useDensity()
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" size="xs" aria-label={t('{label}: table options', { label })}>
          {t('Table options')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
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
