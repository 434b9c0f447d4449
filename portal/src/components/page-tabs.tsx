import { Link, type LinkProps, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import classes from './page-tabs.module.css'

interface PageTabsProps {
  label: string
  /** Path and name of each. */
  pages: readonly (readonly [LinkProps['to'], string])[]
}

/** The pages of one part of the portal, above each of them. A phone has no room for all: the present one is in sight. */
export function PageTabs({ label, pages }: PageTabsProps) {
  const tabs = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each page another one is the present one
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

/** So much of the one before shows that there is one. */
const EDGE = 40
