import { Button, Container } from '@mantine/core'
import { EmptyState } from '../components/empty-state.tsx'

export const NotFoundPage = () => (
  <Container component="main">
    <EmptyState
      isWholePage
      title="This page does not exist"
      about="The address may be mistyped, or what was here has been deleted."
      action={
        <Button component="a" href="/">
          Go to the start
        </Button>
      }
    />
  </Container>
)
