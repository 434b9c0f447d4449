import { Badge, Group, Text } from '@mantine/core'
import type { Column } from '../../components/table/data-table.tsx'
import { StatusDot } from '../../components/values/status-dot.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { countryName } from '../../format/text.ts'
import { t } from '../../format/translate.ts'
import type { Contact } from './queries.ts'

export const CONTACT_COLUMNS: Column<Contact>[] = [
  { name: t('Name'), cell: ({ name }) => name || t('No name') },
  { name: t('Phone number'), isNoWrap: true, cell: ({ e164 }) => e164 },
  { name: t('Labels'), cell: ({ labels }) => <Labels labels={labels} /> },
  { name: t('Country'), isDesktopOnly: true, cell: ({ countryCode }) => countryName(countryCode) },
  {
    name: t('Status'),
    cell: ({ optedOutAt }) =>
      optedOutAt ? (
        <StatusDot tone="error">{t('Opted out')}</StatusDot>
      ) : (
        <StatusDot tone="neutral">{t('Active')}</StatusDot>
      ),
  },
  {
    name: t('Added'),
    isDesktopOnly: true,
    sortBy: '-createdAt',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
]

const SHOWN = 3

export function Labels({ labels }: { labels: readonly string[] }) {
  if (labels.length === 0)
    return (
      <Text span size="sm" c="dimmed">
        {t('None')}
      </Text>
    )
  return (
    <Group gap={4}>
      {labels.slice(0, SHOWN).map((label) => (
        <Badge key={label} variant="default" tt="none" fw={500} maw="min(10rem, 100%)">
          {label}
        </Badge>
      ))}
      {labels.length > SHOWN && (
        <Text span size="xs" c="dimmed">
          {t('and {count} more', { count: labels.length - SHOWN })}
        </Text>
      )}
    </Group>
  )
}
