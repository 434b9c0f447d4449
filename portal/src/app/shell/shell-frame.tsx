import { AppShell, Badge, Burger, NavLink, ScrollArea, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, type LinkProps, useRouterState } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Brand, BrandMark } from '../../components/brand/brand.tsx'
import { t } from '../../format/translate.ts'
import { SANDBOX_BAR_HEIGHT, SandboxBar } from './sandbox-bar.tsx'
import classes from './shell-frame.module.css'

export interface NavItem {
  label: string
  path: string
  icon: ComponentType<{ size?: number }>
  /** The unread count. */
  unread?: string | undefined
}

interface FrameProps {
  nav: readonly NavItem[]
  /** The path behind the brand. */
  home?: string
  /** The name in the top bar. */
  name: ReactNode
  /** Balance and plan; below the name on phones. */
  summary?: ReactNode
  /** Buttons at the right. */
  tools: ReactNode
  /** Above the page. */
  banner?: ReactNode
  children: ReactNode
}

const BAR = 56
const SUMMARY = 34

/** Top bar, navigation (behind a button on phones) and page. */
export function ShellFrame({ nav, home = '/', name, summary, tools, banner, children }: FrameProps) {
  const [opened, { toggle, close }] = useDisclosure()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useFocusOnPage(path)
  const phoneHeight = SANDBOX_BAR_HEIGHT + BAR + (summary ? SUMMARY : 0)
  return (
    <AppShell
      header={{ height: { base: phoneHeight, sm: SANDBOX_BAR_HEIGHT + BAR } }}
      navbar={{ width: 212, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className="skip" href="#page">
        {t('Skip to content')}
      </a>
      <AppShell.Header>
        <SandboxBar />
        <div className={classes.bar}>
          <Burger
            opened={opened}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={opened ? t('Close menu') : t('Open menu')}
            aria-expanded={opened}
          />
          <Link {...toPath(home)} className={classes.home} aria-label={t('Harkara, home')}>
            <span className={classes.wide}>
              <Brand size={26} />
            </span>
            <span className={classes.narrow}>
              <BrandMark size={26} />
            </span>
          </Link>
          <div className={classes.name}>{name}</div>
          {summary && <div className={classes.summary}>{summary}</div>}
          <div className={classes.tools}>{tools}</div>
        </div>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t('Main')}>
        <ScrollArea>
          {nav.map(({ label, path: to, icon: Icon, unread }) => (
            <NavLink
              key={to}
              component={Link}
              {...toPath(to)}
              label={label}
              leftSection={<Icon />}
              rightSection={unread && <Unread count={unread} />}
              active={isAt(path, to)}
              activeOptions={{ exact: isStart(to) }}
              aria-current={isAt(path, to) ? 'page' : undefined}
              onClick={close}
              className={classes.item}
            />
          ))}
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1}>
        {banner}
        <div className={classes.content}>{children}</div>
      </AppShell.Main>
    </AppShell>
  )
}

const Unread = ({ count }: { count: string }) => (
  <Badge size="sm" variant="filled">
    {count}
    <VisuallyHidden> {t('unread')}</VisuallyHidden>
  </Badge>
)

/** Moves focus to the page after navigation, for keyboard and screen reader users. */
function useFocusOnPage(path: string) {
  const shown = useRef(path)
  useLayoutEffect(() => {
    if (shown.current === path) return
    shown.current = path
    document.getElementById('page')?.focus({ preventScroll: true })
  }, [path])
}

/** Link props for paths that are data, from the navigation or a notification. */
export const toPath = (path: string) => ({ to: path as LinkProps['to'] })

/** Area roots are prefixes of all other paths, so they need an exact match. */
const isStart = (path: string) => path === '/' || path === '/admin'

const isAt = (path: string, item: string) =>
  isStart(item) ? path === item : path === item || path.startsWith(`${item}/`)
