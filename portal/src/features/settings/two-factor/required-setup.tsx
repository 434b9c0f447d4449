import { Button, Container } from '@mantine/core'
import { refreshSession } from '../../../api/request.ts'
import { signOut } from '../../../api/sign-in.ts'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

/** The only page of a user who has to set up a second factor first. Operators belong to no company. */
export const RequiredSetup = ({ companyName }: { companyName: string | undefined }) => (
  <Container size="md" py="xl" component="main" id="page">
    <PageHeader
      title="Set up two-factor authentication"
      tab="Two-factor authentication"
      about={`${companyName ? `${companyName} requires` : 'Operators need'} two-factor authentication. Set up an authenticator app or add a passkey to continue.`}
      actions={
        <Button variant="default" onClick={() => void signOut().catch(() => undefined)}>
          Sign out
        </Button>
      }
    />
    <TwoFactorSection onEnabled={() => void refreshSession()} />
  </Container>
)
