import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { openSupportForm } from '../../../api/state/support.ts'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { t } from '../../../format/translate.ts'
import { describeThreat } from '../display-names.ts'
import type { ImportStatus } from '../queries.ts'
import { Reports } from './reports.tsx'

/** An import that was blocked, failed or was cancelled: the reason and the next step. */
export const ImportStopped = ({ status }: { status: ImportStatus }) => (
  <Paper withBorder p="lg">
    <Stack gap="md">
      <Explanation status={status} />
      {status.status === 'CANCELLED' && <Reports status={status} />}
      <Group gap="sm">
        <Button component={Link} to="/imports/new">
          {t('Import another file')}
        </Button>
        {status.status !== 'CANCELLED' && (
          <Button variant="default" onClick={() => openSupportForm()}>
            {t('Contact support')}
          </Button>
        )}
      </Group>
    </Stack>
  </Paper>
)

function Explanation({ status: { status, failureReason = '', history, undo } }: { status: ImportStatus }) {
  const format = useFormat()
  if (status === 'QUARANTINED')
    return (
      <Alert color="red" variant="light" role="alert" title={t('File blocked')}>
        <Text size="sm">
          {t(
            'The file contains {threat}. Nothing was imported. Save the data as a new CSV file from your spreadsheet app and import that file. If someone sent you the file, check with them before you open it.',
            { threat: describeThreat(failureReason) },
          )}
        </Text>
      </Alert>
    )
  if (status === 'FAILED')
    return (
      <Alert color="red" variant="light" role="alert" title={t('File could not be read')}>
        <Text size="sm">
          {t('{failureReason} Nothing was imported. Fix the file and upload it again.', { failureReason })}
        </Text>
      </Alert>
    )
  const wasSaving = history.some((entry) => entry.status === 'PERSISTING')
  return (
    <div>
      <Title order={2} size="h4">
        {t('Import cancelled')}
      </Title>
      <Text size="sm" c="dimmed">
        {failureReason}{' '}
        {wasSaving
          ? takenBack(undo, format)
          : t('Nothing was imported. You can upload the same file again at any time.')}
      </Text>
    </div>
  )
}

/** What became of contacts that had been saved before the import was cancelled. */
function takenBack(undo: ImportStatus['undo'], { number }: ReturnType<typeof useFormat>): string {
  if (undo?.state !== 'DONE') return t('Contacts that had already been saved are being removed or restored.')
  const { removed, restored, kept } = undo
  const counts = t('{removed, plural, one {# contact} other {# contacts}} removed, {restored} restored', {
    removed,
    restored: number(restored),
  })
  return kept > 0
    ? t('{counts}, {kept} kept because they changed meanwhile.', { counts, kept: number(kept) })
    : `${counts}.`
}
