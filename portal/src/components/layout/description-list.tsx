import type { ReactNode } from 'react'
import classes from './description-list.module.css'

interface DescriptionListProps {
  /** Name and value; undefined values are omitted. */
  items: readonly (readonly [name: string, value: ReactNode])[]
}

/** A description list: names beside values, stacked on phones. */
export const DescriptionList = ({ items }: DescriptionListProps) => (
  <dl className={classes.items}>
    {items.map(
      ([name, value]) =>
        value !== undefined && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
)

/** An id in monospace. */
export const IdText = ({ children }: { children: string }) => <span className={classes.id}>{children}</span>
