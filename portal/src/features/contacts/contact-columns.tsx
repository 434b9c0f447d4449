import { Badge, Group, Text } from '@mantine/core'
import type { Column } from '../../components/table/data-table.tsx'
import { StatusDot } from '../../components/values/status-dot.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { countryName } from '../../format/text.ts'
import type { Contact } from './queries.ts'

export const CONTACT_COLUMNS: Column<Contact>[] = [
  { name: 'Name', cell: ({ name }) => name || 'No name' },
  { name: 'Phone number', isNoWrap: true, cell: ({ e164 }) => e164 },
  { name: 'Labels', cell: ({ labels }) => <Labels labels={labels} /> },
  { name: 'Country', isDesktopOnly: true, cell: ({ countryCode }) => countryName(countryCode) },
  {
    name: 'Status',
    cell: ({ optedOutAt }) =>
      optedOutAt ? <StatusDot tone="error">Opted out</StatusDot> : <StatusDot tone="neutral">Active</StatusDot>,
  },
  { name: 'Updated', isDesktopOnly: true, cell: ({ updatedAt }) => <RelativeTime at={updatedAt} /> },
]

const SHOWN = 3

export function Labels({ labels }: { labels: readonly string[] }) {
  if (labels.length === 0)
    return (
      <Text span size="sm" c="dimmed">
        None
      </Text>
    )
  return (
    <Group gap={4}>
      {labels.slice(0, SHOWN).map((label) => (
        <Badge key={label} variant="default" tt="none" fw={500} maw={160}>
          {label}
        </Badge>
      ))}
      {labels.length > SHOWN && (
        <Text span size="xs" c="dimmed">
          and {labels.length - SHOWN} more
        </Text>
      )}
    </Group>
  )
}
