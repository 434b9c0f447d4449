import { Button, Container } from '@mantine/core'
import { EmptyState } from '../components/feedback/empty-state.tsx'

export const NotFoundPage = () => (
  <Container component="main">
    <EmptyState
      isWholePage
      title="Page not found"
      about="Check the address. The page may have been deleted."
      action={
        <Button component="a" href="/">
          Go to home page
        </Button>
      }
    />
  </Container>
)
