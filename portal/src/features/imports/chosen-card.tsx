import { Button, Group, Paper, Progress, Stack, Text, TextInput, Title } from '@mantine/core'
import { isProblem } from '../../api/problem.ts'
import { useFormat } from '../../components/place-context.tsx'
import { StatusDot } from '../../components/status-dot.tsx'
import { formatDuration } from '../../format/dates.ts'
import { bytesText } from './bytes.ts'
import type { FileCheck } from './check/check-file.ts'
import { type ChosenFile, letGo, nameList, sendFile, stopSending } from './chosen-file.ts'
import { findingsOf } from './findings.ts'
import { usePace } from './pace.ts'
import { UploadError } from './upload-error.tsx'

/** The file that was chosen: what the browser found, and then how much of it has left. */
export function ChosenCard({ chosen }: { chosen: ChosenFile }) {
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
            {bytesText(file.size)}
          </Text>
        </div>
        {check ? <Found check={check} /> : <Checking chosen={chosen} />}
        {isSending && <Sending total={file.size} sent={sentBytes} />}
        {error !== undefined && !isSending && <UploadError error={error} />}
        {check && !('problem' in check) && !isSending && <Send chosen={chosen} />}
        {check && 'problem' in check && (
          <Group>
            <Button onClick={letGo}>Choose another file</Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

const Checking = ({ chosen: { file, checkedBytes } }: { chosen: ChosenFile }) => (
  <div role="status">
    <Text size="sm" mb={6}>
      Looking at your file. Nothing has been sent yet.
    </Text>
    <Progress value={(checkedBytes / file.size) * 100} aria-label="How much of the file has been looked at" />
  </div>
)

function Found({ check }: { check: FileCheck }) {
  const format = useFormat()
  if ('problem' in check)
    return (
      <div role="alert">
        <StatusDot tone="wrong" wraps>
          This file cannot be imported
        </StatusDot>
        <Text size="sm">{check.problem}</Text>
      </div>
    )
  if (!check.rows)
    return (
      <Text size="sm" c="dimmed">
        A workbook is opened after the upload: you see its columns and rows before anything is kept.
      </Text>
    )
  return (
    <Stack gap="xs" component="ul" role="list" aria-label="What we found in your file" m={0} p={0}>
      {findingsOf(check.rows, format.countOf).map(({ tone, title, about }) => (
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

function Send({ chosen }: { chosen: ChosenFile }) {
  const { check, listName, error } = chosen
  const format = useFormat()
  const rows = check && 'rows' in check && check.rows ? format.countOf(check.rows.rowCount, 'row') : 'the workbook'
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void sendFile()
      }}
    >
      <Stack gap="md">
        <TextInput
          label="Put everybody in this file on a list (optional)"
          description="So that you can write to exactly these people afterwards. A new name makes a new list."
          placeholder="Diwali customers"
          value={listName}
          onChange={(event) => nameList(event.currentTarget.value)}
          maxLength={200}
          maw={460}
          autoComplete="off"
        />
        <Group>
          {!isProblem(error, 'DUPLICATE_FILE') && (
            <Button type="submit">{error === undefined ? `Upload ${rows}` : `Try again to upload ${rows}`}</Button>
          )}
          <Button variant="default" onClick={letGo}>
            Choose another file
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          Uploading keeps nothing yet: next you say what the columns are.
        </Text>
      </Stack>
    </form>
  )
}

function Sending({ sent, total }: { sent: number; total: number }) {
  const pace = usePace(sent, total)
  const share = Math.min(100, (sent / total) * 100)
  return (
    <div role="status">
      <Group justify="space-between" mb={6}>
        <Text size="sm">
          {share < 100
            ? `Uploading: ${bytesText(Math.min(sent, total))} of ${bytesText(total)}`
            : 'Uploaded, being stored'}
        </Text>
        {pace && share < 100 && (
          <Text size="sm" c="dimmed">
            about {formatDuration(pace.secondsLeft)} left
          </Text>
        )}
      </Group>
      <Progress value={share} aria-label="How much of the file has left" />
      <Group mt="md">
        <Button variant="default" onClick={stopSending}>
          Stop the upload
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mt="sm">
        Please keep this tab open until the upload is done. You may look at other pages meanwhile.
      </Text>
    </div>
  )
}
