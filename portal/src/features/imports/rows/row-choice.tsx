import { Button, Group, NativeSelect, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { t } from '../../../format/translate.ts'
import type { ImportStatus } from '../queries.ts'
import type { RowFilter } from './row-outcome.ts'

interface FilterChoiceProps {
  stats: ImportStatus['stats']
  value: RowFilter
  onChange: (filter: RowFilter) => void
}

export function FilterChoice({ stats, value, onChange }: FilterChoiceProps) {
  const format = useFormat()
  const options: [RowFilter, string, number][] = [
    ['failed', t('Failed rows'), stats.invalidRows],
    ['warning', t('Rows with warnings'), stats.warningRows],
    ['excluded', t('Excluded rows'), stats.excludedRows],
    ['all', t('All rows'), stats.totalRows + stats.excludedRows],
  ]
  return (
    <NativeSelect
      label={t('Show')}
      data={options.map(([filter, label, count]) => ({ value: filter, label: `${label} (${format.number(count)})` }))}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as RowFilter)}
    />
  )
}

export function GoToRow({ fromRow, onGo }: { fromRow: number; onGo: (row: number) => void }) {
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
          label={t('From row')}
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
          {t('Go')}
        </Button>
      </Group>
    </form>
  )
}
