import { Group, Loader, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { CheckIcon } from '../../../components/icons.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { formatDuration } from '../../../format/dates.ts'
import { t } from '../../../format/translate.ts'
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
              ? t('This usually takes a few seconds.')
              : t('{done} of {totalRows, plural, one {# row} other {# rows}}', {
                  done: format.number(done),
                  totalRows,
                })}
            {throughput && done !== undefined && (
              <>
                {' '}
                {t('· {perSecond} rows per second · about {secondsLeft} left', {
                  perSecond: format.number(Math.round(throughput.perSecond)),
                  secondsLeft: formatDuration(throughput.secondsLeft),
                })}
              </>
            )}
          </Text>
        </div>
        <Progress value={status.progress} aria-label={t('Import progress')} animated />
        <Stack gap={6} component="ol" m={0} p={0} aria-label={t('Stages')}>
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
          {t('You can close this tab. The import continues, and you can find it under Imports.')}
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
