import type { ReactNode } from 'react'
import classes from './description-list.module.css'

interface FactsProps {
  /** Name and value; undefined values are omitted. */
  facts: readonly (readonly [name: string, value: ReactNode])[]
}

/** A description list: names beside values, stacked on phones. */
export const Facts = ({ facts }: FactsProps) => (
  <dl className={classes.facts}>
    {facts.map(
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
