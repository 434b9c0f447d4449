import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { ErrorState } from './error-state.tsx'

interface ConfirmProps {
  opened: boolean
  onClose: () => void
  title: string
  /** What will happen, and what cannot be undone. */
  children: ReactNode
  /** The act in full, with how much or how many: `Delete 12 contacts`. */
  confirm: string
  onConfirm: () => void
  isDangerous?: boolean
  isBusy?: boolean
  /** What is agreed to is not certain at the moment: to agree has to wait. */
  isUnsettled?: boolean
  error?: unknown
  /** For what must never happen by mistake: this word has to be typed first. */
  typed?: string
}

export function ConfirmDialog({ opened, onClose, title, children, typed, ...props }: ConfirmProps) {
  const { confirm, onConfirm, isDangerous = false, isBusy = false, isUnsettled = false, error } = props
  const [text, setText] = useState('')
  const label = useId()
  const canAgree = (typed === undefined || text.trim() === typed) && !isUnsettled
  const close = () => {
    setText('')
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} title={title} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (canAgree && !isBusy) onConfirm()
        }}
      >
        <Stack gap="md">
          <Text component="div" size="sm">
            {children}
          </Text>
          {typed !== undefined && (
            <TextInput
              id={label}
              label={`Type ${typed} to go on`}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
          {error ? <ErrorState error={error} /> : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              Go back
            </Button>
            <Button type="submit" color={isDangerous ? 'red.9' : undefined} disabled={!canAgree} loading={isBusy}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
