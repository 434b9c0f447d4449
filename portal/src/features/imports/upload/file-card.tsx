import { Button, Group, Paper, Progress, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isProblem } from '../../../api/problem.ts'
import { vendorQuery } from '../../../api/queries.ts'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { formatDuration } from '../../../format/dates.ts'
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
            <Button onClick={clearChosenFile}>Choose another file</Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

const Checking = ({ chosen: { file, checkedBytes } }: { chosen: ChosenFile }) => (
  <div role="status">
    <Text size="sm" mb={6}>
      Checking your file. Nothing has been uploaded yet.
    </Text>
    <Progress value={(checkedBytes / file.size) * 100} aria-label="File check progress" />
  </div>
)

function CheckResult({ check }: { check: FileCheck }) {
  const format = useFormat()
  if ('problem' in check)
    return (
      <div role="alert">
        <StatusDot tone="error" wraps>
          This file cannot be imported
        </StatusDot>
        <Text size="sm">{check.problem}</Text>
      </div>
    )
  if (!check.rows)
    return (
      <Text size="sm" c="dimmed">
        Workbooks are read after the upload. You can review columns and rows before anything is saved.
      </Text>
    )
  return (
    <Stack gap="xs" component="ul" role="list" aria-label="File check" m={0} p={0}>
      {checkMessages(check.rows, format.plural).map(({ tone, title, about }) => (
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

function UploadForm({ chosen }: { chosen: ChosenFile }) {
  const { check, listName, error } = chosen
  const format = useFormat()
  const { data: vendor } = useQuery(vendorQuery)
  const defaultCountry = chosen.defaultCountry ?? vendor?.country ?? ''
  const rows = check && 'rows' in check && check.rows ? format.plural(check.rows.rowCount, 'row') : 'workbook'
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
          label="Contact list (optional)"
          description="Adds every contact in the file to this list, so that you can send them a campaign. A new name creates a list."
          placeholder="Diwali customers"
          value={listName}
          onChange={(event) => setUploadOptions({ listName: event.currentTarget.value })}
          maxLength={200}
          maw={460}
          autoComplete="off"
        />
        <Group>
          {!isProblem(error, 'DUPLICATE_FILE') && (
            <Button type="submit">{error === undefined ? `Upload ${rows}` : 'Retry upload'}</Button>
          )}
          <Button variant="default" onClick={clearChosenFile}>
            Choose another file
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          Uploading does not import anything yet. Next, you match the columns.
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
            ? `Uploading: ${formatBytes(Math.min(sent, total))} of ${formatBytes(total)}`
            : 'Uploaded. Storing the file…'}
        </Text>
        {throughput && share < 100 && (
          <Text size="sm" c="dimmed">
            about {formatDuration(throughput.secondsLeft)} left
          </Text>
        )}
      </Group>
      <Progress value={share} aria-label="Upload progress" />
      <Group mt="md">
        <Button variant="default" onClick={cancelUpload}>
          Cancel upload
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mt="sm">
        Keep this tab open until the upload is complete. You can visit other pages in the meantime.
      </Text>
    </div>
  )
}
