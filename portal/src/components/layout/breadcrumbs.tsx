import { Anchor } from '@mantine/core'
import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { addRecentPage } from '../../api/state/recent-pages.ts'
import { t } from '../../format/translate.ts'
import classes from './breadcrumbs.module.css'

/** Sections with pages of single items. Settings and billing have tabs instead. */
const SECTIONS: readonly (readonly [path: string, name: string])[] = [
  ['/contacts', t('Contacts')],
  ['/imports', t('Imports')],
  ['/lists', t('Contact lists')],
  ['/templates', t('Templates')],
  ['/campaigns', t('Campaigns')],
  ['/inbox', t('Inbox')],
  ['/billing/orders', t('Billing')],
  ['/admin/vendors', t('Vendors')],
  ['/admin/refunds', t('Refunds')],
  ['/admin/payments', t('Payments')],
  ['/admin/dead-letters', t('Dead letters')],
]

/** Pages that create something, and others without an item of their own. */
const NO_ITEM = /\/(new|labels|compare|calendar)(\/|$)/

export const isItem = (path: string) => !NO_ITEM.test(path)

/** The way back to the section of a page, whose title follows as the heading. Pages of single items are remembered as recent. */
export function Breadcrumbs({ title }: { title: string }) {
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') })
  const [root, section] = SECTIONS.find(([root]) => path.startsWith(`${root}/`)) ?? []
  useEffect(() => {
    if (section && isItem(path)) addRecentPage({ path, title, section })
  }, [path, title, section])
  if (!root) return null
  return (
    <nav aria-label={t('Breadcrumb')}>
      <ol className={classes.crumbs}>
        <li>
          <Anchor component={Link} to={(root === '/billing/orders' ? '/billing' : root) as LinkProps['to']} size="sm">
            {section}
          </Anchor>
        </li>
      </ol>
    </nav>
  )
}
