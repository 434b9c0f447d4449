import { Button, Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useRef, useState } from 'react'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { LoadingLines } from '../../../components/feedback/loading.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { t } from '../../../format/translate.ts'
import type { ImportDetail, ImportStatus, Preview } from '../queries.ts'
import { Reports } from '../result/reports.tsx'
import type { RowFilter } from '../rows/row-outcome.ts'
import { RowsPanel } from '../rows/rows-panel.tsx'
import { ConfirmImport } from './confirm-import.tsx'
import { PreviewTable } from './preview-table.tsx'
import classes from './review-step.module.css'
import { StrategyPanel } from './strategy-panel.tsx'
import { summaryOf } from './summary.ts'
import { SummaryBar } from './summary-bar.tsx'
import { UnreadSheets } from './unread-sheets.tsx'
import { usePreview } from './use-preview.ts'
import { WhatIfPanel } from './what-if-panel.tsx'

interface ReviewProps {
  detail: ImportDetail
  status: ImportStatus
  onChangeColumns: () => void
}

/** The effect of the import: a summary, and the contacts or the rows of the file they come from. */
export function ReviewStep({ detail, status, onChangeColumns }: ReviewProps) {
  const { preview, isUpdating, list, filter, choose } = usePreview(detail.jobId, detail.mergeStrategy)
  const [rowFilter, setRowFilter] = useState<RowFilter>()
  const rows = useRef<HTMLDivElement>(null)
  if (!preview)
    return list.error ? <ErrorState error={list.error} retry={list.retry} /> : <LoadingLines lines={6} height={48} />
  const { invalidRows, excludedRows } = status.stats
  return (
    <Stack gap="lg">
      <Paper withBorder p="lg">
        <Stack gap="md">
          <Summary preview={preview} excludedRows={excludedRows} />
          <UnreadSheets jobId={detail.jobId} />
          <ConfirmImport detail={detail} preview={preview} isUpdating={isUpdating} />
          <Group gap="sm">
            {invalidRows > 0 && (
              <Button
                variant="default"
                onClick={() => {
                  setRowFilter('failed')
                  rows.current?.scrollIntoView()
                }}
              >
                {t('Fix {invalidRows, plural, one {# failed row} other {# failed rows}}', { invalidRows })}
              </Button>
            )}
            <Button variant="default" onClick={onChangeColumns}>
              {t('Change columns')}
            </Button>
            <Reports status={status} />
          </Group>
        </Stack>
      </Paper>
      <Paper withBorder p="md">
        <Stack gap="sm">
          <WhatIfPanel detail={detail} status={status} preview={preview} />
          <StrategyPanel detail={detail} />
        </Stack>
      </Paper>
      <Stack ref={rows} gap="lg" className={classes.rows}>
        <SegmentedControl
          aria-label={t('Show contacts or rows')}
          data={[
            { value: 'contacts', label: t('Contacts') },
            { value: 'rows', label: t('Rows of the file') },
          ]}
          value={rowFilter ? 'rows' : 'contacts'}
          onChange={(value) => setRowFilter(value === 'rows' ? (invalidRows > 0 ? 'failed' : 'all') : undefined)}
          style={{ alignSelf: 'flex-start' }}
        />
        {rowFilter ? (
          <RowsPanel detail={detail} status={status} filter={rowFilter} onFilter={setRowFilter} />
        ) : (
          <PreviewTable list={list} filter={filter} onChoose={choose} />
        )}
      </Stack>
    </Stack>
  )
}

function Summary({ preview, excludedRows }: { preview: Preview; excludedRows: number }) {
  const format = useFormat()
  const { totalNewContacts, totalExistingContacts } = preview.conflictSummary
  return (
    <>
      <Title order={2} size="h4">
        {summaryOf(preview, excludedRows, format.number)}
      </Title>
      <SummaryBar
        parts={[
          { name: t('new'), count: totalNewContacts, tone: 'new' },
          { name: t('existing'), count: totalExistingContacts, tone: 'existing' },
          { name: t('failed'), count: preview.totalErrors, tone: 'out' },
        ]}
      />
      {preview.totalOptOuts > 0 && (
        <Text size="sm">
          {t(
            '{totalOptOuts, plural, one {# contact} other {# contacts}} refused marketing according to the file and will be opted out.',
            { totalOptOuts: preview.totalOptOuts },
          )}
        </Text>
      )}
    </>
  )
}
