import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { StatusDot } from '../../components/status-dot.tsx'
import type { Concern } from './attention-items.ts'

const TITLE = 'Needs your attention'

/** Items that need attention, each with a button that leads to the fix. */
export const Concerns = ({ concerns }: { concerns: readonly Concern[] }) => (
  <Paper withBorder p="md" component="section" aria-label={TITLE}>
    <Title order={2} size="h4" mb="sm">
      <StatusDot tone="pending">{TITLE}</StatusDot>
    </Title>
    <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {concerns.map(({ says, action, path }) => (
        <Group key={path} component="li" justify="space-between" gap="xs">
          <Text size="sm" flex="1 1 14rem" style={{ overflowWrap: 'anywhere' }}>
            {says}
          </Text>
          <Button component={Link} to={path as LinkProps['to']} size="xs" variant="default">
            {action}
          </Button>
        </Group>
      ))}
    </Stack>
  </Paper>
)
