import { AppShell, Badge, Burger, NavLink, ScrollArea, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, type LinkProps, useRouterState } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useLayoutEffect, useRef } from 'react'
import { SANDBOX_BAR_HEIGHT, SandboxBar } from './sandbox-bar.tsx'
import classes from './shell-frame.module.css'

export interface NavItem {
  label: string
  path: string
  icon: ComponentType<{ size?: number }>
  /** How many wait there. */
  unread?: string | undefined
}

interface FrameProps {
  nav: readonly NavItem[]
  /** In the top bar: who this is. */
  name: ReactNode
  /** How things stand; below the name on a phone. */
  standing?: ReactNode
  /** Buttons at the right. */
  tools: ReactNode
  /** Above the page. */
  banner?: ReactNode
  children: ReactNode
}

const BAR = 56
const STANDING = 34

/** Top bar, navigation at the left (behind a button on a phone), page. */
export function ShellFrame({ nav, name, standing, tools, banner, children }: FrameProps) {
  const [opened, { toggle, close }] = useDisclosure()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useFocusOnPage(path)
  const phoneHeight = SANDBOX_BAR_HEIGHT + BAR + (standing ? STANDING : 0)
  return (
    <AppShell
      header={{ height: { base: phoneHeight, sm: SANDBOX_BAR_HEIGHT + BAR } }}
      navbar={{ width: 212, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className="skip" href="#page">
        Skip to the page
      </a>
      <AppShell.Header>
        <SandboxBar />
        <div className={classes.bar}>
          <Burger
            opened={opened}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={opened ? 'Close the menu' : 'Open the menu'}
            aria-expanded={opened}
          />
          <div className={classes.name}>{name}</div>
          {standing && <div className={classes.standing}>{standing}</div>}
          <div className={classes.tools}>{tools}</div>
        </div>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Main">
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
    <VisuallyHidden> unread</VisuallyHidden>
  </Badge>
)

/** After a link has led on, the keyboard and the screen reader go on at the new page, not at the old link. */
function useFocusOnPage(path: string) {
  const shown = useRef(path)
  useLayoutEffect(() => {
    if (shown.current === path) return
    shown.current = path
    document.getElementById('page')?.focus({ preventScroll: true })
  }, [path])
}

/** For paths that come as data: from the navigation or from a notice of the server. */
export const toPath = (path: string) => ({ to: path as LinkProps['to'] })

/** Every page lies below these; they are only themselves. */
const isStart = (path: string) => path === '/' || path === '/admin'

const isAt = (path: string, item: string) =>
  isStart(item) ? path === item : path === item || path.startsWith(`${item}/`)
