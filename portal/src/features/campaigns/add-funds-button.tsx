import { Button, type ButtonProps } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type AddFundsButtonProps = ButtonProps & { amount?: number; next: string; children: ReactNode }

/** Opens the wallet, and returns to `next` after the payment. */
export function AddFundsButton({ amount, next, ...props }: AddFundsButtonProps) {
  const navigate = useNavigate()
  const search = { next, ...(amount !== undefined && { amount }) }
  return <Button {...props} onClick={() => void navigate({ to: '/wallet', search })} />
}
