import { Group, Loader, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { CheckIcon } from '../../../components/icons.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { formatDuration } from '../../../format/dates.ts'
import type { ImportStatus } from '../queries.ts'
import { currentStage, rowsDone, STAGES } from './stages.ts'
import { useThroughput } from './throughput.ts'

/** The stages, the progress of the current one, its speed and the time left. */
export function ImportProgress({ status }: { status: ImportStatus }) {
  const format = useFormat()
  const { totalRows } = status.stats
  const stage = currentStage(status.status)
  const done = rowsDone(status)
  const throughput = useThroughput(done ?? 0, totalRows)
  return (
    <Paper withBorder p="lg">
      <Stack gap="md">
        <div role="status">
          <Title order={2} size="h4" mb={4}>
            {STAGES[stage]?.now}
          </Title>
          <Text size="sm" c="dimmed">
            {done === undefined
              ? 'This usually takes a few seconds.'
              : `${format.number(done)} of ${format.plural(totalRows, 'row')}`}
            {throughput && done !== undefined && (
              <>
                {' '}
                · {format.number(Math.round(throughput.perSecond))} rows per second · about{' '}
                {formatDuration(throughput.secondsLeft)} left
              </>
            )}
          </Text>
        </div>
        <Progress value={status.progress} aria-label="Import progress" animated />
        <Stack gap={6} component="ol" m={0} p={0} aria-label="Stages">
          {STAGES.map(({ name }, index) => (
            <Group key={name} component="li" gap="xs" style={{ listStyle: 'none' }}>
              <Mark isDone={index < stage} isNow={index === stage} />
              <Text size="sm" c={index > stage ? 'dimmed' : undefined} fw={index === stage ? 600 : undefined}>
                {name}
              </Text>
            </Group>
          ))}
        </Stack>
        <Text size="sm" c="dimmed">
          You can close this tab. The import continues, and you can find it under Imports.
        </Text>
      </Stack>
    </Paper>
  )
}

const Mark = ({ isDone, isNow }: { isDone: boolean; isNow: boolean }) => (
  <Group w={18} h={18} justify="center" aria-hidden="true" c={isDone ? 'var(--portal-success)' : 'dimmed'}>
    {isDone ? <CheckIcon size={16} /> : isNow ? <Loader size={14} /> : '·'}
  </Group>
)
