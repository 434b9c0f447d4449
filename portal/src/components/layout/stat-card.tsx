import { Paper, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A key figure with its name above and a note below. Shows a skeleton while it is empty. */
export const StatCard = ({ name, note, children }: { name: string; note: ReactNode; children: ReactNode }) => (
  <Paper withBorder p="md">
    <Text size="sm" c="dimmed">
      {name}
    </Text>
    <Text component="div" fw={650} fz="clamp(1.25rem, 5.5vw, 1.5rem)">
      {children || <Skeleton height={26} width={120} my={5} />}
    </Text>
    <Text component="div" size="sm" c="dimmed">
      {note}
    </Text>
  </Paper>
)
