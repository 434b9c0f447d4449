import { Paper, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './stat-card.module.css'

/** A key figure with its name above and a note below. Shows a skeleton while it is empty. */
export const StatCard = ({ name, note, children }: { name: string; note: ReactNode; children: ReactNode }) => (
  <Paper withBorder p="md" className={classes.card}>
    <Text size="sm" c="dimmed">
      {name}
    </Text>
    <Text component="div" fw={650} className={classes.figure}>
      {children || <Skeleton height={26} width={120} my={5} />}
    </Text>
    <Text component="div" size="sm" c="dimmed">
      {note}
    </Text>
  </Paper>
)
