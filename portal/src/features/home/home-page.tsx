import { Stack } from '@mantine/core'
import { LoadingLines } from '../../components/loading.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Checklist } from './checklist.tsx'
import { Figures } from './figures.tsx'
import { useProgress } from './use-progress.ts'

/** Until the first campaign it says what to do next; then how things stand. */
export function HomePage() {
  const steps = useProgress()
  const isDone = steps?.every(({ isDone }) => isDone) ?? false
  return (
    <>
      <PageHeader
        title="Home"
        about={
          steps && !isDone
            ? 'Five steps to your first campaign. You can leave and come back at any of them.'
            : undefined
        }
      />
      <Stack gap="lg">
        {!steps && <LoadingLines lines={5} height={56} />}
        {steps && !isDone && <Checklist steps={steps} />}
        <Figures />
      </Stack>
    </>
  )
}
