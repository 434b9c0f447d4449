import { type ImportStatus, isTerminal, needsAction } from '@harkara/server/domain/imports/import-job'
import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Dashboard } from '../../api/queries.ts'
import { StatusDot, type Tone } from '../../components/values/status-dot.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { t } from '../../format/translate.ts'

export const RecentImports = ({ imports }: { imports: Dashboard['recentImports'] }) => (
  <Section title={t('Recent imports')} all={t('All imports')} path="/imports" empty={t('No imports yet.')}>
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
  if (needsAction(status)) return ['pending', t('Needs action')]
  if (!isTerminal(status)) return ['pending', t('In progress')]
  if (status === 'COMPLETED') return ['success', t('Completed')]
  if (status === 'PARTIAL_SUCCESS') return ['pending', t('Completed with errors')]
  return status === 'CANCELLED'
    ? ['neutral', t('Cancelled')]
    : ['error', status === 'FAILED' ? t('Failed') : t('Blocked')]
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
