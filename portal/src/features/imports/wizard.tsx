import type { ReactNode } from 'react'
import { CheckIcon } from '../../components/icons.tsx'
import { STEPS } from './display-names.ts'
import classes from './wizard.module.css'

/** The list of steps, and the current step beside it. */
export const Wizard = ({
  step,
  isFinished = false,
  children,
}: {
  step: number
  isFinished?: boolean
  children: ReactNode
}) => (
  <div className={classes.wizard}>
    <ol className={classes.steps} aria-label="Import steps">
      {STEPS.map((name, index) => {
        const isDone = index < step || isFinished
        return (
          <li key={name} data-done={isDone} aria-current={index === step ? 'step' : undefined}>
            <span className={classes.mark} aria-hidden="true">
              {isDone ? <CheckIcon size={14} /> : index + 1}
            </span>
            <span className={classes.name}>{name}</span>
          </li>
        )
      })}
    </ol>
    <div className={classes.content}>{children}</div>
  </div>
)
