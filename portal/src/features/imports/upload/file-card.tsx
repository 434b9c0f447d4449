import { Button, Group, Paper, Progress, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isProblem } from '../../../api/problem.ts'
import { vendorQuery } from '../../../api/queries.ts'
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { formatDuration } from '../../../format/dates.ts'
import { t } from '../../../format/translate.ts'
import type { FileCheck } from '../check/check-file.ts'
import { DefaultCountry } from '../default-country.tsx'
import { useThroughput } from '../progress/throughput.ts'
import { checkMessages } from './check-messages.ts'
import { type ChosenFile, cancelUpload, clearChosenFile, setUploadOptions, uploadFile } from './chosen-file.ts'
import { formatBytes } from './format-bytes.ts'
import { UploadError } from './upload-error.tsx'

/** The chosen file: the result of the check, then the upload's progress. */
export function FileCard({ chosen }: { chosen: ChosenFile }) {
  const { file, check, sentBytes, error } = chosen
  const isSending = sentBytes !== undefined
  return (
    <Paper withBorder p="lg">
      <Stack gap="md">
        <div>
          <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            {file.name}
          </Title>
          <Text size="sm" c="dimmed">
            {formatBytes(file.size)}
          </Text>
        </div>
        {check ? <CheckResult check={check} /> : <Checking chosen={chosen} />}
        {isSending && <UploadProgress total={file.size} sent={sentBytes} />}
        {error !== undefined && !isSending && <UploadError error={error} />}
        {check && !('problem' in check) && !isSending && <UploadForm chosen={chosen} />}
        {check && 'problem' in check && (
          <Group>
            <Button onClick={clearChosenFile}>{t('Choose another file')}</Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

const Checking = ({ chosen: { file, checkedBytes } }: { chosen: ChosenFile }) => (
  <div role="status">
    <Text size="sm" mb={6}>
      {t('Checking your file. Nothing has been uploaded yet.')}
    </Text>
    <Progress value={(checkedBytes / file.size) * 100} aria-label={t('File check progress')} />
  </div>
)

function CheckResult({ check }: { check: FileCheck }) {
  if ('problem' in check)
    return (
      <div role="alert">
        <StatusDot tone="error" wraps>
          {t('This file cannot be imported')}
        </StatusDot>
        <Text size="sm">{check.problem}</Text>
      </div>
    )
  if (!check.rows)
    return (
      <Text size="sm" c="dimmed">
        {t('This file is read after the upload. You can review columns and rows before anything is saved.')}
      </Text>
    )
  return (
    <Stack gap="xs" component="ul" role="list" aria-label={t('File check')} m={0} p={0}>
      {checkMessages(check.rows).map(({ tone, title, about }) => (
        <li key={title} style={{ listStyle: 'none' }}>
          <StatusDot tone={tone} wraps>
            {title}
          </StatusDot>
          <Text size="sm" c="dimmed" pl="1em">
            {about}
          </Text>
        </li>
      ))}
    </Stack>
  )
}

/** Only of files that the browser reads does it know the rows. */
export function uploadLabel(check: ChosenFile['check']): string {
  if (check && 'rows' in check && check.rows)
    return t('Upload {rows}', {
      rows: t('{count, plural, one {# row} other {# rows}}', { count: check.rows.rowCount }),
    })
  return check && 'kind' in check && check.kind === 'vcf' ? t('Upload contact cards') : t('Upload workbook')
}

function UploadForm({ chosen }: { chosen: ChosenFile }) {
  const { check, listName, error } = chosen
  const { data: vendor } = useQuery(vendorQuery)
  const defaultCountry = chosen.defaultCountry ?? vendor?.country ?? ''
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setUploadOptions({ defaultCountry })
        void uploadFile()
      }}
    >
      <Stack gap="md">
        <DefaultCountry value={defaultCountry} onChange={(country) => setUploadOptions({ defaultCountry: country })} />
        <TextInput
          label={t('Contact list (optional)')}
          description={t(
            'Adds every contact in the file to this list, so that you can send them a campaign. A new name creates a list.',
          )}
          placeholder={t('Diwali customers')}
          value={listName}
          onChange={(event) => setUploadOptions({ listName: event.currentTarget.value })}
          maxLength={200}
          maw={460}
          autoComplete="off"
        />
        <Group>
          {!isProblem(error, 'DUPLICATE_FILE') && (
            <Button type="submit">{error === undefined ? uploadLabel(check) : t('Retry upload')}</Button>
          )}
          <Button variant="default" onClick={clearChosenFile}>
            {t('Choose another file')}
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          {t('Uploading does not import anything yet. Next, you match the columns.')}
        </Text>
      </Stack>
    </form>
  )
}

function UploadProgress({ sent, total }: { sent: number; total: number }) {
  const throughput = useThroughput(sent, total)
  const share = Math.min(100, (sent / total) * 100)
  return (
    <div role="status">
      <Group justify="space-between" mb={6}>
        <Text size="sm">
          {share < 100
            ? t('Uploading: {bytes} of {bytes2}', {
                bytes: formatBytes(Math.min(sent, total)),
                bytes2: formatBytes(total),
              })
            : t('Uploaded. Storing the file…')}
        </Text>
        {throughput && share < 100 && (
          <Text size="sm" c="dimmed">
            {t('about {secondsLeft} left', { secondsLeft: formatDuration(throughput.secondsLeft) })}
          </Text>
        )}
      </Group>
      <Progress value={share} aria-label={t('Upload progress')} />
      <Group mt="md">
        <Button variant="default" onClick={cancelUpload}>
          {t('Cancel upload')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mt="sm">
        {t('Keep this tab open until the upload is complete. You can visit other pages in the meantime.')}
      </Text>
    </div>
  )
}
