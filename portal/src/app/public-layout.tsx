import { Anchor, Paper, Text } from '@mantine/core'
import { Navigate, Outlet, useSearch } from '@tanstack/react-router'
import { pageSettings } from '../api/page-settings.ts'
import { useSession } from '../api/session.ts'
import { Brand } from '../components/brand/brand.tsx'
import { LoadingLines } from '../components/feedback/loading.tsx'
import { CheckIcon } from '../components/icons.tsx'
import { rich } from '../components/values/rich.ts'
import { t } from '../format/translate.ts'
import { ownPath } from './own-path.ts'
import classes from './public-layout.module.css'
import { LanguageButtons } from './shell/language-buttons.tsx'
import { SandboxBar } from './shell/sandbox-bar.tsx'
import { ThemeToggle } from './shell/theme-toggle.tsx'

const SENTENCE = t('Send WhatsApp campaigns to your customers, and pay nothing for messages that fail.')
const POINTS = [
  t('See recipients and the exact price before you send'),
  t('Import any spreadsheet and review every row first'),
  t('Follow deliveries, replies and costs as they happen'),
]

/** What Harkara is, beside a narrow card. Signed-in users are redirected to the requested page. */
export function PublicLayout() {
  const session = useSession()
  const { next } = useSearch({ strict: false }) as { next?: string }
  if (session.state === 'signed-in') {
    const home = session.vendor ? '/' : '/admin'
    // Unlike `to`, `href` has filters.
    return <Navigate to={home} href={ownPath(next) ?? home} replace />
  }
  return (
    <div className={classes.page}>
      <SandboxBar />
      <div className={classes.columns}>
        <aside className={classes.story} aria-label={t('About Harkara')}>
          <Brand size={36} />
          <div>
            <p className={classes.sentence}>{SENTENCE}</p>
            <ul className={classes.points}>
              {POINTS.map((point) => (
                <li key={point}>
                  <CheckIcon size={20} />
                  {point}
                </li>
              ))}
            </ul>
          </div>
          <Text size="sm" c="dimmed">
            {t('A harkara was a courier who carried messages from town to town.')}
          </Text>
        </aside>
        <main id="page" tabIndex={-1} className={classes.main}>
          <div className={classes.top}>
            <span className={classes.brand}>
              <Brand size={32} />
            </span>
            <div>
              <LanguageButtons />
              <ThemeToggle />
            </div>
          </div>
          <p className={classes.what}>{SENTENCE}</p>
          <Paper withBorder p={{ base: 'md', xs: 'xl' }} className={classes.card}>
            {session.state === 'unknown' ? <LoadingLines lines={5} height={28} /> : <Outlet />}
          </Paper>
          <Text size="sm" c="dimmed" ta="center">
            {rich('Need help? Contact {anchor}', {
              anchor: (
                <Anchor href={`mailto:${pageSettings.supportEmail}`} underline="always">
                  {pageSettings.supportEmail}
                </Anchor>
              ),
            })}
          </Text>
        </main>
      </div>
    </div>
  )
}
