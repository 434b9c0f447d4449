import { Container } from '@mantine/core'
import { LoadingPage } from '../../components/feedback/loading.tsx'

/** Shown while the session is being restored. */
export const Splash = () => (
  <Container size="lg" py={96}>
    <LoadingPage />
  </Container>
)
