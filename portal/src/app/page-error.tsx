import { Button, Container } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { EmptyState } from '../components/feedback/empty-state.tsx'
import { ErrorState } from '../components/feedback/error-state.tsx'

/** Shown if a page fails to render or its script cannot be loaded, often because a new version was deployed. */
export const PageError = ({ error }: ErrorComponentProps) => (
  <Container component="main">
    <EmptyState
      isWholePage
      title="This page could not be loaded"
      about="Reload the page. If that does not help, contact support."
      action={<Button onClick={() => location.reload()}>Reload page</Button>}
    />
    <ErrorState error={error} />
  </Container>
)
