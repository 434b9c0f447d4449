import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { t } from '../../format/translate.ts'

/** Skeleton lines, to avoid layout shifts. */
export const LoadingLines = ({ lines = 4, height = 20 }: { lines?: number; height?: number }) => (
  <Stack gap="sm" role="status">
    <VisuallyHidden>{t('Loading')}</VisuallyHidden>
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move
      <Skeleton key={line} height={height} width={line === lines - 1 ? '60%' : '100%'} />
    ))}
  </Stack>
)

export const LoadingPage = () => (
  <Stack gap="lg" role="status">
    <VisuallyHidden>{t('Loading')}</VisuallyHidden>
    <Skeleton height={30} width="14rem" />
    <Skeleton height={18} width="70%" />
    <Skeleton height={280} />
  </Stack>
)
