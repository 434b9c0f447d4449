import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorState } from '../../components/feedback/error-state.tsx'

interface FormDialogProps {
  title: string
  /** When the new row takes effect, and for whom. */
  about: string
  confirm: string
  onClose: () => void
  onSubmit: () => void
  isBusy: boolean
  error: unknown
  children: ReactNode
}

export const FormDialog = ({ title, about, confirm, onClose, onSubmit, isBusy, error, children }: FormDialogProps) => (
  <Modal opened onClose={onClose} title={title} centered>
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Stack gap="md">
        {children}
        <Text size="sm">{about}</Text>
        {error ? <ErrorState error={error} /> : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  </Modal>
)
