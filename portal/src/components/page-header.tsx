import { Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

interface HeaderProps {
  title: string
  /** What the browser's tab, and so its history, says instead of a title that names somebody. */
  tab?: string
  about?: ReactNode
  actions?: ReactNode
}

/** The one heading of a page, what it is for, and what one can do here. Also names the browser's tab. */
export function PageHeader({ title, tab = title, about, actions }: HeaderProps) {
  useEffect(() => {
    document.title = `${tab} · Harkara`
  }, [tab])
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="md">
      <Stack gap={4} flex="1 1 16rem" miw={0}>
        <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
        {about && (
          <Text c="dimmed" maw="44rem">
            {about}
          </Text>
        )}
      </Stack>
      {actions && <Group gap="sm">{actions}</Group>}
    </Group>
  )
}
