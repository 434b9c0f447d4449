import { type ImportStatus, isTerminal, needsAction } from '@harkara/server/domain/imports/import-job'
import { Anchor, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Dashboard } from '../../api/queries.ts'
import { useFormat } from '../../components/values/locale-context.tsx'
import { StatusDot, type Tone } from '../../components/values/status-dot.tsx'
import { RelativeTime } from '../../components/values/time.tsx'

/** Running campaigns with their progress. */
export function RunningCampaigns({ running }: { running: Dashboard['running'] }) {
  const format = useFormat()
  return (
    <Section title="Running campaigns" all="All campaigns" path="/campaigns" empty="No running campaigns.">
      {running.map(({ id, name, progress, counts, endsAt }) => (
        <div key={id}>
          <Anchor component={Link} to={`/campaigns/${id}` as LinkProps['to']} size="sm" fw={600}>
            {name}
          </Anchor>
          <Progress my={6} value={progress.percent} aria-label={`${name}: ${progress.percent} percent sent`} />
          <Text size="sm" c="dimmed">
            {format.number(progress.done)} of {format.plural(progress.total, 'message')} ·{' '}
            {format.number(counts.FAILED)} failed
            {endsAt && (
              <>
                {' '}
                · Ends <RelativeTime at={endsAt} />
              </>
            )}
          </Text>
        </div>
      ))}
    </Section>
  )
}

export const RecentImports = ({ imports }: { imports: Dashboard['recentImports'] }) => (
  <Section title="Recent imports" all="All imports" path="/imports" empty="No imports yet.">
    {imports.map(({ jobId, fileName, status, createdAt, endedAt }) => {
      const [tone, word] = importStatus(status as ImportStatus)
      return (
        <Group key={jobId} justify="space-between" gap="xs">
          <Anchor
            component={Link}
            to={`/imports/${jobId}` as LinkProps['to']}
            size="sm"
            flex="1 1 10rem"
            style={{ overflowWrap: 'anywhere' }}
          >
            {fileName}
          </Anchor>
          <Group gap="xs">
            <Text span size="sm">
              <StatusDot tone={tone}>{word}</StatusDot>
            </Text>
            <Text span size="sm" c="dimmed">
              <RelativeTime at={endedAt ?? createdAt} />
            </Text>
          </Group>
        </Group>
      )
    })}
  </Section>
)

function importStatus(status: ImportStatus): [Tone, string] {
  if (needsAction(status)) return ['pending', 'Needs action']
  if (!isTerminal(status)) return ['pending', 'In progress']
  if (status === 'COMPLETED') return ['success', 'Completed']
  if (status === 'PARTIAL_SUCCESS') return ['pending', 'Completed with errors']
  return status === 'CANCELLED' ? ['neutral', 'Cancelled'] : ['error', status === 'FAILED' ? 'Failed' : 'Blocked']
}

interface SectionProps {
  title: string
  all: string
  path: string
  empty: string
  children: readonly ReactNode[]
}

const Section = ({ title, all, path, empty, children }: SectionProps) => (
  <Paper withBorder p="md" component="section" aria-label={title}>
    <Group justify="space-between" mb="sm">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Anchor component={Link} to={path as LinkProps['to']} size="sm">
        {all}
      </Anchor>
    </Group>
    {children.length > 0 ? (
      <Stack gap="md">{children}</Stack>
    ) : (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    )}
  </Paper>
)
