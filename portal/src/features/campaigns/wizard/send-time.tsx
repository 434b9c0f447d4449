import { CAMPAIGN_SCHEDULE_DAYS_MAX } from '@harkara/server/domain/limits'
import { Paper, Radio, Stack, Text, TextInput, Title } from '@mantine/core'
import { serverNow } from '../../../api/page-settings.ts'
import { useFormat, useLocale } from '../../../components/values/locale-context.tsx'
import { t } from '../../../format/translate.ts'
import { instantOf, localTime, scheduleProblem, suggestedTime } from '../schedule.ts'
import type { DraftState } from './draft.ts'

type SendTimeProps = DraftState & { endsAt: string | null }

export function SendTime({ draft: { sendAt }, change, endsAt }: SendTimeProps) {
  const format = useFormat()
  const { timeZone } = useLocale()
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Schedule')}>
      <Title order={3} size="h5" mb="sm">
        {t('Schedule')}
      </Title>
      <Radio.Group
        aria-label={t('Schedule')}
        value={sendAt === undefined ? 'now' : 'later'}
        onChange={(when) => change({ sendAt: when === 'now' ? undefined : suggestedTime(serverNow(), timeZone) })}
      >
        <Stack gap="xs">
          <Radio value="now" label={t('Send now')} />
          <Radio value="later" label={t('Send later')} />
        </Stack>
      </Radio.Group>
      {sendAt !== undefined && <TimeInput value={sendAt} onChange={(value) => change({ sendAt: value })} />}
      {endsAt && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('Estimated completion: {endsAt}', { endsAt: format.instant(endsAt) })}
          {sendAt === undefined && ` (${format.relative(endsAt)})`}
        </Text>
      )}
    </Paper>
  )
}

const DAY_MS = 86_400_000

/** A time in the vendor's time zone, regardless of the browser's. */
export function TimeInput({ value, onChange }: { value: string; onChange: (wall: string) => void }) {
  const format = useFormat()
  const { timeZone } = useLocale()
  const now = serverNow()
  const problem = scheduleProblem(value, timeZone, now)
  const at = instantOf(value, timeZone)
  return (
    <TextInput
      type="datetime-local"
      mt="sm"
      maw={320}
      label={t('Date and time ({timeZone})', { timeZone })}
      description={!problem && at ? format.instant(at.toISOString()) : undefined}
      error={problem}
      min={localTime(now, timeZone)}
      max={localTime(new Date(now.getTime() + CAMPAIGN_SCHEDULE_DAYS_MAX * DAY_MS), timeZone)}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
