import type { ReactNode } from 'react'
import { Stepper } from '../../components/layout/stepper.tsx'
import { t } from '../../format/translate.ts'
import { STEPS } from './display-names.ts'

interface WizardProps {
  step: number
  isFinished?: boolean
  children: ReactNode
}

/** The steps of an import, and the current one below. */
export const Wizard = ({ step, isFinished = false, children }: WizardProps) => (
  <>
    <Stepper
      label={t('Import steps')}
      steps={STEPS.map((name, index) => ({ name, isDone: index < step || isFinished, isCurrent: index === step }))}
    />
    {children}
  </>
)
