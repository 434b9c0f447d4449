import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { askSupport } from '../../api/support.ts'
import { useFormat } from '../../components/place-context.tsx'
import { threatIn } from './names.ts'
import type { ImportStatus } from './queries.ts'
import { Reports } from './reports.tsx'

/** Blocked, failed or cancelled: what happened, what it means, and how to go on. */
export const EndedEarly = ({ status }: { status: ImportStatus }) => (
  <Paper withBorder p="lg">
    <Stack gap="md">
      <Words status={status} />
      {status.status === 'CANCELLED' && <Reports status={status} />}
      <Group gap="sm">
        <Button component={Link} to="/imports/new">
          Import another file
        </Button>
        {status.status !== 'CANCELLED' && (
          <Button variant="default" onClick={() => askSupport()}>
            Write to support
          </Button>
        )}
      </Group>
    </Stack>
  </Paper>
)

function Words({ status: { status, failureReason = '', history, result } }: { status: ImportStatus }) {
  const format = useFormat()
  if (status === 'QUARANTINED')
    return (
      <Alert color="red" variant="light" role="alert" title="This file was blocked">
        <Text size="sm">
          It contains {threatIn(failureReason)}. Nothing was imported, and nobody has opened the file. Save the plain
          table again as CSV from your spreadsheet and import that. If the file came from somebody else, ask them about
          it before you open it.
        </Text>
      </Alert>
    )
  if (status === 'FAILED')
    return (
      <Alert color="red" variant="light" role="alert" title="This file could not be read">
        <Text size="sm">{failureReason} Nothing was imported. Once it is mended you can upload it again.</Text>
      </Alert>
    )
  const saved = result ? result.created + result.updated + result.merged : 0
  const wasSaving = history.some((entry) => entry.status === 'PERSISTING')
  return (
    <div>
      <Title order={2} size="h4">
        This import was cancelled
      </Title>
      <Text size="sm" c="dimmed">
        {failureReason}{' '}
        {wasSaving
          ? `${format.countOf(saved, 'contact')} had been saved before and stayed.`
          : 'Nothing was imported. You can upload the same file again whenever you like.'}
      </Text>
    </div>
  )
}
