import { Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { t } from '../../format/translate.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'

interface HeaderProps {
  title: string
  /** The title of the browser tab, for pages whose title contains personal data. */
  tab?: string
  about?: ReactNode
  actions?: ReactNode
}

/** The page's h1, description and actions. Also sets the title of the browser tab. */
export function PageHeader({ title, tab = title, about, actions }: HeaderProps) {
  useEffect(() => {
    document.title = t('{tab} · Harkara', { tab })
  }, [tab])
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="md">
      <Stack gap={4} flex="1 1 16rem" miw={0}>
        <Breadcrumbs title={title} />
        <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
        {about && (
          <Text c="dimmed" maw="44rem" style={{ overflowWrap: 'anywhere' }}>
            {about}
          </Text>
        )}
      </Stack>
      {actions && <Group gap="sm">{actions}</Group>}
    </Group>
  )
}
