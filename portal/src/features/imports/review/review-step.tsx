import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useIsAdmin } from '../../../api/session.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { AdminOnlyNotice } from '../../../components/feedback/admin-only-notice.tsx'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { LoadingLines } from '../../../components/feedback/loading.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { type ImportDetail, type ImportStatus, importPath, type Preview, statusKey } from '../queries.ts'
import { Reports } from '../result/reports.tsx'
import { PreviewTable } from './preview-table.tsx'
import { StrategyPanel } from './strategy-panel.tsx'
import { summaryOf } from './summary.ts'
import { SummaryBar } from './summary-bar.tsx'
import { usePreview } from './use-preview.ts'

interface ReviewProps {
  detail: ImportDetail
  status: ImportStatus
  onChangeColumns: () => void
}

/** The effect of the import: a summary, a bar, and a table of contacts. */
export function ReviewStep({ detail, status, onChangeColumns }: ReviewProps) {
  const { preview, list, filter, choose } = usePreview(detail.jobId, detail.mergeStrategy)
  if (!preview)
    return list.error ? <ErrorState error={list.error} retry={list.retry} /> : <LoadingLines lines={6} height={48} />
  return (
    <Stack gap="lg">
      <Paper withBorder p="lg">
        <Stack gap="md">
          <Summary preview={preview} />
          <Confirm detail={detail} preview={preview} />
          <Group gap="sm">
            <Button variant="default" onClick={onChangeColumns}>
              Change columns
            </Button>
            <Reports status={status} />
          </Group>
        </Stack>
      </Paper>
      <StrategyPanel detail={detail} />
      <PreviewTable jobId={detail.jobId} list={list} filter={filter} onChoose={choose} />
    </Stack>
  )
}

function Summary({ preview }: { preview: Preview }) {
  const format = useFormat()
  const { totalNewContacts, totalExistingContacts } = preview.conflictSummary
  return (
    <>
      <Title order={2} size="h4">
        {summaryOf(preview, format.number, format.plural)}
      </Title>
      <SummaryBar
        parts={[
          { name: 'new', count: totalNewContacts, tone: 'new' },
          { name: 'existing', count: totalExistingContacts, tone: 'existing' },
          { name: 'failed', count: preview.totalErrors, tone: 'out' },
        ]}
      />
    </>
  )
}

function Confirm({ detail, preview }: { detail: ImportDetail; preview: Preview }) {
  const format = useFormat()
  const isAdmin = useIsAdmin()
  const [isAsking, setAsking] = useState(false)
  const { jobId, mergeStrategy, listName } = detail
  const { totalExistingContacts } = preview.conflictSummary
  const confirm = useApiMutation((_: undefined, key) => api.post(importPath(jobId, '/confirm'), undefined, key), {
    invalidates: [statusKey(jobId)],
  })
  const isReplacing = mergeStrategy === 'FULL_REPLACE'
  if (preview.totalValid === 0)
    return (
      <Alert color="yellow" variant="light" title="No contacts to import">
        Every row failed. If the wrong column was used for phone numbers, change the columns. Otherwise download the
        failed rows, fix them in your spreadsheet app and import that file.
      </Alert>
    )
  if (isReplacing && !isAdmin) return <AdminOnlyNotice action="confirm an import that replaces contacts" />
  const label = `Import ${format.plural(preview.totalValid, 'contact')}`
  return (
    <Stack gap="sm">
      {confirm.error && !isAsking ? <ErrorState error={confirm.error} /> : null}
      <Group>
        <Button
          onClick={() => (isReplacing ? setAsking(true) : confirm.mutate(undefined))}
          color={isReplacing ? 'red.9' : undefined}
          loading={confirm.isPending}
        >
          {isReplacing ? `${label} and replace ${format.number(totalExistingContacts)}` : label}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {listName ? `All contacts are added to the list ${listName}. ` : ''}You can undo the import afterwards.
      </Text>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={`Replace ${format.plural(totalExistingContacts, 'contact')}?`}
        confirm={`Replace ${format.plural(totalExistingContacts, 'contact')}`}
        isDangerous
        isBusy={confirm.isPending}
        error={confirm.error}
        onConfirm={() => confirm.mutate(undefined)}
      >
        Their names, attributes and labels are replaced by the file. If you undo the import, contacts that have not
        changed since then are restored.
      </ConfirmDialog>
    </Stack>
  )
}
