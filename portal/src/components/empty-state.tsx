import { Box, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface EmptyProps {
  title: string
  about: ReactNode
  action?: ReactNode
  /** It is all there is on the page, so its title is the page's. */
  isWholePage?: boolean
}

/** Nothing is here yet: what will be, and the button that begins it. */
export const EmptyState = ({ title, about, action, isWholePage = false }: EmptyProps) => (
  <Stack align="center" gap="xs" py={56} px="md" ta="center">
    <Title order={isWholePage ? 1 : 2} size="h4">
      {title}
    </Title>
    <Text c="dimmed" maw="32rem">
      {about}
    </Text>
    {action && <Box mt="sm">{action}</Box>}
  </Stack>
)
