import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { t } from '../../format/translate.ts'
import { ErrorState } from './error-state.tsx'
import { FormModal } from './form-modal.tsx'

interface ConfirmProps {
  opened: boolean
  onClose: () => void
  title: string
  /** The consequences, including what cannot be undone. */
  children: ReactNode
  /** The button label with its object: `Delete 12 contacts`. */
  confirm: string
  /** The label of the other button, for dialogs in which “Cancel” would be ambiguous. */
  dismiss?: string | undefined
  onConfirm: () => void
  isDangerous?: boolean
  isBusy?: boolean
  /** Disables the confirm button, for example while the content is being updated. */
  isDisabled?: boolean
  error?: unknown
  /** A word the user has to type first, for actions that must not happen by mistake. */
  confirmationText?: string
}

/** With something typed into its content, such as a reason, it closes like a form. */
export function ConfirmDialog({ opened, onClose, title, children, confirmationText, ...props }: ConfirmProps) {
  const {
    confirm,
    dismiss = t('Cancel'),
    onConfirm,
    isDangerous = false,
    isBusy = false,
    isDisabled = false,
    error,
  } = props
  const [text, setText] = useState('')
  const [isTouched, setTouched] = useState(false)
  const label = useId()
  const canConfirm = (confirmationText === undefined || text.trim() === confirmationText) && !isDisabled
  const close = () => {
    setText('')
    onClose()
  }
  useEffect(() => {
    if (!opened) setTouched(false)
  }, [opened])
  return (
    <FormModal title={title} opened={opened} onClose={close} isUnsaved={isTouched && !isBusy}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (canConfirm && !isBusy) onConfirm()
        }}
      >
        <Stack gap="md">
          <Text component="div" size="sm" onInput={() => setTouched(true)}>
            {children}
          </Text>
          {confirmationText !== undefined && (
            <TextInput
              id={label}
              label={t('Type {confirmationText} to confirm', { confirmationText })}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
          {error ? <ErrorState error={error} /> : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              {dismiss}
            </Button>
            <Button type="submit" color={isDangerous ? 'red.9' : undefined} disabled={!canConfirm} loading={isBusy}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
