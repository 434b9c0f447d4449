import { Box, Stack, Text, Title } from '@mantine/core'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import type { IllustrationName } from '../brand/illustration.tsx'

const DRAWING_HEIGHT = 80

/** Not worth the scripts of the first page. Without a connection there is no drawing, and nothing else is missing. */
const Illustration = lazy<ComponentType<{ name: IllustrationName }>>(() =>
  import('../brand/illustration.tsx').then(
    (file) => ({ default: file.Illustration }),
    () => ({ default: () => null }),
  ),
)

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
    {illustration && (
      <Suspense fallback={<Box h={DRAWING_HEIGHT} />}>
        <Illustration name={illustration} />
      </Suspense>
    )}
    <Title order={isWholePage ? 1 : 2} size="h4">
      {title}
    </Title>
    <Text c="dimmed" maw="32rem">
      {about}
    </Text>
    {action && <Box mt="sm">{action}</Box>}
  </Stack>
)
