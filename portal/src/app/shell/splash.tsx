import { Container } from '@mantine/core'
import { LoadingPage } from '../../components/loading.tsx'

/** While it is being found out who is here. */
export const Splash = () => (
  <Container size="lg" py={96}>
    <LoadingPage />
  </Container>
)
