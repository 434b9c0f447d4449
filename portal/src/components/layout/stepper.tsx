import type { ReactNode } from 'react'
import { CheckIcon } from '../icons.tsx'
import classes from './stepper.module.css'

interface StepItem {
  name: string
  isDone: boolean
  isCurrent: boolean
}

interface StepperProps {
  label: string
  steps: readonly StepItem[]
  /** Wraps a step that can be opened in its link. */
  link?: (index: number, content: ReactNode, current: 'step' | undefined) => ReactNode
}

/** The steps of a wizard. On phones only the current step has its name. */
export const Stepper = ({ label, steps, link }: StepperProps) => (
  <nav aria-label={label}>
    <ol className={classes.steps}>
      {steps.map(({ name, isDone, isCurrent }, index) => {
        const content = (
          <>
            <span className={classes.mark} aria-hidden="true">
              {isDone ? <CheckIcon size={14} /> : index + 1}
            </span>
            <span className={classes.name}>{name}</span>
          </>
        )
        const current = isCurrent ? 'step' : undefined
        const linked = link?.(index, content, current)
        return (
          <li
            key={name}
            data-done={isDone}
            data-current={isCurrent}
            aria-current={linked ? undefined : current}
            className={classes.step}
          >
            {linked ?? <span className={classes.item}>{content}</span>}
          </li>
        )
      })}
    </ol>
  </nav>
)
