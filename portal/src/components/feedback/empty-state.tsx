import { Box, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Illustration, type IllustrationName } from '../brand/illustration.tsx'

interface EmptyProps {
  title: string
  about: ReactNode
  action?: ReactNode
  illustration?: IllustrationName
  /** The page has no other heading, so the title is its h1. */
  isWholePage?: boolean
}

/** Shown instead of empty content: what will be here and the action to start. */
export const EmptyState = ({ title, about, action, illustration, isWholePage = false }: EmptyProps) => (
  <Stack align="center" gap="xs" py={48} px="md" ta="center">
    {illustration && <Illustration name={illustration} />}
    <Title order={isWholePage ? 1 : 2} size="h4">
      {title}
    </Title>
    <Text c="dimmed" maw="32rem">
      {about}
    </Text>
    {action && <Box mt="sm">{action}</Box>}
  </Stack>
)
