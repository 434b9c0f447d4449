import { Button, Group, NativeSelect, Paper, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { t } from '../../../format/translate.ts'
import type { Mapping } from '../queries.ts'
import { useProcessAgain } from '../use-process-again.ts'
import { changeOf, describeTable } from './table-choice.ts'
import classes from './table-panel.module.css'

interface TablePanelProps {
  jobId: string
  mapping: Mapping
  /** Open from the start if the columns do not look right. */
  isOpenAtFirst: boolean
  onSent?: () => void
}

/** The sheet and the header row. Another choice makes the server read the file again. */
export function TablePanel({ jobId, mapping, isOpenAtFirst, onSent }: TablePanelProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const [choice, setChoice] = useState({ sheet: mapping.sheet, headerRow: mapping.headerRow })
  const read = useProcessAgain(jobId, onSent)
  if (mapping.rawRows.length === 0) return null
  const change = changeOf(mapping, choice)
  if (!isOpen)
    return (
      <Paper withBorder p="md">
        <Group justify="space-between" gap="sm">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }} flex="1 1 12rem">
            {describeTable(mapping)}
          </Text>
          <Button variant="default" size="xs" onClick={() => setOpen(true)}>
            {mapping.sheets.length > 1 ? t('Change sheet or header') : t('Change header')}
          </Button>
        </Group>
      </Paper>
    )
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Sheet and header row')}>
      <Stack gap="md">
        {mapping.sheets.length > 1 && (
          <SheetChoice
            sheets={mapping.sheets}
            value={choice.sheet ?? ''}
            onChange={(sheet) => setChoice({ sheet, headerRow: mapping.headerRow })}
          />
        )}
        {choice.sheet === mapping.sheet ? (
          <HeaderChoice
            rows={mapping.rawRows}
            value={choice.headerRow}
            onChange={(headerRow) => setChoice({ ...choice, headerRow })}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {t('Its columns and header are detected. You can correct them afterwards.')}
          </Text>
        )}
        {read.error ? <ErrorState error={read.error} title={t('The file was not read again')} /> : null}
        <Group gap="sm">
          <Button
            disabled={!change}
            loading={read.isPending}
            onClick={() => change && read.mutate({ ...change.input, autoMap: false })}
          >
            {change?.label ?? t('Read again')}
          </Button>
          <Button variant="default" onClick={() => setOpen(false)}>
            {t('Close')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

interface SheetChoiceProps {
  sheets: Mapping['sheets']
  value: string
  onChange: (sheet: string) => void
}

function SheetChoice({ sheets, value, onChange }: SheetChoiceProps) {
  const about = ({ rows, hidden }: Mapping['sheets'][number]) =>
    [rows !== null && t('{count, plural, one {# row} other {# rows}}', { count: rows }), hidden && 'hidden']
      .filter(Boolean)
      .join(', ')
  return (
    <NativeSelect
      label={t('Sheet')}
      data={sheets.map((sheet) => ({
        value: sheet.name,
        label: about(sheet) ? `${sheet.name} (${about(sheet)})` : sheet.name,
        disabled: sheet.rows === 0,
      }))}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      maw={420}
    />
  )
}

const CELLS_SHOWN = 30

interface HeaderChoiceProps {
  rows: Mapping['rawRows']
  value: number
  onChange: (headerRow: number) => void
}

/** The first rows as they are in the file; one of them, or none, is the header. */
function HeaderChoice({ rows, value, onChange }: HeaderChoiceProps) {
  const width = Math.min(CELLS_SHOWN, Math.max(...rows.map(({ cells }) => cells.length)))
  const columns = Array.from({ length: width }, (_, index) => index)
  return (
    <Radio.Group
      label={t('Header row')}
      description={t('Select the row that contains the column names. Rows above it are not imported.')}
      value={String(value)}
      onChange={(row) => onChange(Number(row))}
    >
      <Radio value="0" label={t('No header row: all rows are contacts')} my="sm" />
      <div className={classes.frame}>
        <table className={classes.rows} aria-label={t('First rows of the file')}>
          <tbody>
            {rows.map(({ rowIndex, cells }) => (
              <tr key={rowIndex} data-header={rowIndex === value} data-above={rowIndex < value}>
                <td>
                  <Radio value={String(rowIndex)} label={t('Row {rowIndex}', { rowIndex })} size="sm" />
                </td>
                {columns.map((column) => (
                  <td key={column}>{cells[column]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Radio.Group>
  )
}
