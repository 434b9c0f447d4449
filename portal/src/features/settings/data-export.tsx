import type { ExportView } from '@harkara/server/exports/schema'
import { Alert, Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { download } from '../../api/download.ts'
import type { Out, Page } from '../../api/types.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { useFormat } from '../../components/values/locale-context.tsx'
import { fileSize } from '../../format/text.ts'
import { t } from '../../format/translate.ts'

type VendorExport = Out<typeof ExportView>
const EXPORTS = ['vendor-exports']
const POLL_MS = 2_000

const isUnfinished = (one: VendorExport | undefined) => one?.status === 'QUEUED' || one?.status === 'RUNNING'

/** Export of everything that belongs to the company, with the newest file. */
export function DataExport() {
  const { data, error, refetch } = useQuery({
    queryKey: EXPORTS,
    queryFn: ({ signal }) => api.get<Page<VendorExport>>('/vendor/export', { pageSize: 1 }, signal),
    refetchInterval: ({ state }) => (isUnfinished(state.data?.data[0]) ? POLL_MS : false),
  })
  const start = useApiMutation(
    (_: undefined, idempotencyKey) => api.post('/vendor/export', undefined, idempotencyKey),
    { invalidates: [EXPORTS] },
  )
  const newest = data?.data[0]
  return (
    <Paper withBorder p="md" maw={720} component="section" aria-labelledby="data-export">
      <Title order={2} size="h4" mb={4} id="data-export">
        {t('Export data')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(
          'One ZIP file with your contacts, lists, templates, campaigns, messages, conversations and ledger, and your invoices and credit notes as PDF. You can download it for 7 days.',
        )}
      </Text>
      <Stack gap="sm">
        {newest && <ExportStatus newest={newest} />}
        {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
        {start.error ? <ErrorState error={start.error} /> : null}
        <Group gap="sm">
          {newest?.status === 'READY' && <DownloadButton newest={newest} />}
          <Button
            variant="default"
            disabled={!data || isUnfinished(newest)}
            loading={start.isPending}
            onClick={() => start.mutate(undefined)}
          >
            {t('Export everything')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

function ExportStatus({ newest }: { newest: VendorExport }) {
  const format = useFormat()
  switch (newest.status) {
    case 'READY':
      return (
        <Text size="sm">
          {t('Ready · {fileBytes} · Available until {expiresAt}', {
            fileBytes: fileSize(newest.fileBytes ?? 0),
            expiresAt: format.instant(newest.expiresAt ?? ''),
          })}
        </Text>
      )
    case 'FAILED':
      return (
        <Alert variant="light" color="red">
          {t('The last export failed. Start a new one, or contact support if it fails again.')}
        </Alert>
      )
    case 'EXPIRED':
      return (
        <Text size="sm" c="dimmed">
          {t('The last export expired {expiresAt}.', { expiresAt: format.relative(newest.expiresAt ?? '') })}
        </Text>
      )
    default:
      return (
        <div>
          <Text size="sm" mb={4} aria-live="polite">
            {newest.status === 'QUEUED'
              ? t('Queued')
              : t('Exporting… {progressPercent}%', { progressPercent: newest.progressPercent })}
          </Text>
          <Progress value={newest.progressPercent} aria-label={t('Export progress')} />
        </div>
      )
  }
}

function DownloadButton({ newest }: { newest: VendorExport }) {
  const fetchFile = useApiMutation(() =>
    download(`/vendor/export/${newest.id}/download`, `harkara-export-${newest.readyAt?.slice(0, 10)}.zip`),
  )
  return (
    <>
      <Button loading={fetchFile.isPending} onClick={() => fetchFile.mutate(undefined)}>
        {t('Download export')}
      </Button>
      {fetchFile.error ? <ErrorState error={fetchFile.error} /> : null}
    </>
  )
}
