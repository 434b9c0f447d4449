import { Button, Container } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { EmptyState } from '../components/empty-state.tsx'
import { ErrorState } from '../components/error-state.tsx'

/** A page that broke while it was shown, or whose script could not be fetched: often a new version is out. */
export const PageFault = ({ error }: ErrorComponentProps) => (
  <Container component="main">
    <EmptyState
      isWholePage
      title="This page could not be shown"
      about="Load it again: a new version may be out. If that does not help, write to support."
      action={<Button onClick={() => location.reload()}>Load again</Button>}
    />
    <ErrorState error={error} />
  </Container>
)
