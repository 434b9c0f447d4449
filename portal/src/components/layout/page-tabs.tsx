import { Link, type LinkProps, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import classes from './page-tabs.module.css'

interface PageTabsProps {
  label: string
  /** Path and label of each tab. */
  pages: readonly (readonly [LinkProps['to'], string])[]
}

/** Tabs that link the pages of a section. On phones the current tab is scrolled into view. */
export function PageTabs({ label, pages }: PageTabsProps) {
  const tabs = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab changes with the path
  useEffect(() => {
    const current = tabs.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (current) tabs.current?.scrollTo({ left: current.offsetLeft - tabs.current.offsetLeft - EDGE })
  }, [path])
  return (
    <nav aria-label={label} className={classes.tabs} ref={tabs}>
      {pages.map(([to, name]) => (
        <Link key={to} to={to} className={classes.tab} activeProps={{ 'aria-current': 'page' }}>
          {name}
        </Link>
      ))}
    </nav>
  )
}

/** Keeps a part of the previous tab visible. */
const EDGE = 40
