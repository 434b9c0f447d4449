import { Paper, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** One number that matters, with its name above and in words below what it is. Empty while it is on its way. */
export const Figure = ({ name, note, children }: { name: string; note: ReactNode; children: ReactNode }) => (
  <Paper withBorder p="md">
    <Text size="sm" c="dimmed">
      {name}
    </Text>
    <Text component="div" fw={650} fz="1.5rem">
      {children || <Skeleton height={26} width={120} my={5} />}
    </Text>
    <Text component="div" size="sm" c="dimmed">
      {note}
    </Text>
  </Paper>
)
