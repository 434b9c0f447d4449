import { Button, type ButtonProps } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Step } from './use-wizard.ts'

type StepButtonProps = ButtonProps & { to: Step; children: ReactNode }

/** Opens another step of the wizard. */
export function StepButton({ to: step, ...props }: StepButtonProps) {
  const navigate = useNavigate()
  return <Button {...props} onClick={() => void navigate({ to: '/campaigns/new/$step', params: { step } })} />
}
