import { Button, type ButtonProps } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type RechargeButtonProps = ButtonProps & { amount?: number; next: string; children: ReactNode }

/** Opens the wallet, and returns to `next` after the payment. */
export function RechargeButton({ amount, next, ...props }: RechargeButtonProps) {
  const navigate = useNavigate()
  const search = { next, ...(amount !== undefined && { amount }) }
  return <Button {...props} onClick={() => void navigate({ to: '/wallet', search })} />
}
