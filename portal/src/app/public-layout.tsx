import { Anchor, Container, Group, Paper, Text } from '@mantine/core'
import { Navigate, Outlet, useSearch } from '@tanstack/react-router'
import { pageSettings } from '../api/page-settings.ts'
import { useSession } from '../api/session.ts'
import { LoadingLines } from '../components/feedback/loading.tsx'
import classes from './public-layout.module.css'
import { SandboxBar } from './shell/sandbox-bar.tsx'
import { ThemeToggle } from './shell/theme-toggle.tsx'

/** A narrow centred card. Signed-in users are redirected to the requested page. */
export function PublicLayout() {
  const session = useSession()
  const { next } = useSearch({ strict: false }) as { next?: string }
  if (session.state === 'signed-in') return <Navigate to={ownPath(next) ?? (session.vendor ? '/' : '/admin')} replace />
  return (
    <div className={classes.page}>
      <SandboxBar />
      <Container id="page" tabIndex={-1} size={460} w="100%" py={{ base: 'md', sm: '8dvh' }} component="main">
        <Group justify="space-between" mb="lg">
          <Text fw={700} size="xl">
            Harkara
          </Text>
          <ThemeToggle />
        </Group>
        <Paper withBorder p={{ base: 'md', xs: 'xl' }}>
          {session.state === 'unknown' ? <LoadingLines lines={5} height={28} /> : <Outlet />}
        </Paper>
        <Text size="sm" c="dimmed" mt="lg" ta="center">
          Need help? Contact{' '}
          <Anchor href={`mailto:${pageSettings.supportEmail}`} underline="always">
            {pageSettings.supportEmail}
          </Anchor>
        </Text>
      </Container>
    </div>
  )
}

/** Accepts only paths of this site, to prevent open redirects. */
const ownPath = (next: unknown) =>
  typeof next === 'string' && /^\/(?![/\\])/.test(next) && !next.startsWith('/sign-in') ? next : undefined
