import type { ReactNode } from 'react'
import classes from './facts.module.css'

interface FactsProps {
  /** Name and value; what is undefined is left out. */
  facts: readonly (readonly [name: string, value: ReactNode])[]
}

/** What is known of one thing: names beside their values, below each other on a phone. */
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

/** An id, for those who look it up elsewhere. */
export const IdText = ({ children }: { children: string }) => <span className={classes.id}>{children}</span>
