import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { StatusDot } from '../../components/values/status-dot.tsx'
import { t } from '../../format/translate.ts'
import type { AttentionItem } from './attention-items.ts'

const TITLE = t('Needs your attention')

/** Items that need attention, each with a button that leads to the fix. */
export const AttentionList = ({ items }: { items: readonly AttentionItem[] }) => (
  <Paper withBorder p="md" component="section" aria-label={TITLE}>
    <Title order={2} size="h4" mb="sm">
      <StatusDot tone="pending">{TITLE}</StatusDot>
    </Title>
    <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {items.map(({ text, action, path, search }) => (
        <Group key={path} component="li" justify="space-between" gap="xs">
          <Text size="sm" flex="1 1 14rem" style={{ overflowWrap: 'anywhere' }}>
            {text}
          </Text>
          <Button
            component={Link}
            to={path as LinkProps['to']}
            {...(search && ({ search } as object))}
            size="xs"
            variant="default"
          >
            {action}
          </Button>
        </Group>
      ))}
    </Stack>
  </Paper>
)
