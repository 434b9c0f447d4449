import { Button, Container } from '@mantine/core'
import { refreshSession } from '../../../api/request.ts'
import { signOut } from '../../../api/sign-in.ts'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

/** The only page of a user who has to set up a second factor first. `by` is who requires it. */
export const RequiredSetup = ({ by }: { by: string }) => (
  <Container size="md" py="xl" component="main" id="page">
    <PageHeader
      title="Set up two-factor authentication"
      tab="Two-factor authentication"
      about={`${by} requires two-factor authentication. Set up an authenticator app or add a passkey to continue.`}
      actions={
        <Button variant="default" onClick={() => void signOut().catch(() => undefined)}>
          Sign out
        </Button>
      }
    />
    <TwoFactorSection onEnabled={() => void refreshSession()} />
  </Container>
)
