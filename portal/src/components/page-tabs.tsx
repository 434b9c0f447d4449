import { Link, type LinkProps } from '@tanstack/react-router'
import classes from './page-tabs.module.css'

interface PageTabsProps {
  label: string
  /** Path and name of each. */
  pages: readonly (readonly [LinkProps['to'], string])[]
}

/** The pages of one part of the portal, above each of them. */
export const PageTabs = ({ label, pages }: PageTabsProps) => (
  <nav aria-label={label} className={classes.tabs}>
    {pages.map(([to, name]) => (
      <Link key={to} to={to} className={classes.tab} activeProps={{ 'aria-current': 'page' }}>
        {name}
      </Link>
    ))}
  </nav>
)
