import { Button, Container, Group } from '@mantine/core'
import { refreshSession } from '../../../api/request.ts'
import { signOut } from '../../../api/sign-in/sign-in.ts'
import { Brand } from '../../../components/brand/brand.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { t } from '../../../format/translate.ts'
import { TwoFactorSection } from './two-factor-section.tsx'

/** The only page of a user who has to set up a second factor first. Operators belong to no company. */
export const RequiredSetup = ({ companyName }: { companyName: string | undefined }) => (
  <Container size="md" py="xl" component="main" id="page">
    <Group mb="xl">
      <Brand />
    </Group>
    <PageHeader
      title={t('Set up two-factor authentication')}
      tab={t('Two-factor authentication')}
      about={
        companyName
          ? t(
              '{companyName} requires two-factor authentication. Set up an authenticator app or add a passkey to continue.',
              { companyName },
            )
          : t('Operators need two-factor authentication. Set up an authenticator app or add a passkey to continue.')
      }
      actions={
        <Button variant="default" onClick={() => void signOut().catch(() => undefined)}>
          {t('Sign out')}
        </Button>
      }
    />
    <TwoFactorSection onEnabled={() => void refreshSession()} />
  </Container>
)
