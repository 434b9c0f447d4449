import { Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { FormModal } from '../../components/feedback/form-modal.tsx'
import { t } from '../../format/translate.ts'

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

/** Asks before the page is left with something typed. */
export function FormDialog({ title, about, confirm, onClose, onSubmit, isBusy, error, children }: FormDialogProps) {
  const [isTouched, setTouched] = useState(false)
  return (
    <FormModal title={title} onClose={onClose} isUnsaved={isTouched && !isBusy}>
      <form
        noValidate
        onInput={() => setTouched(true)}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <Stack gap="md">
          {children}
          <Text size="sm">{about}</Text>
          <FormFooter error={error} isBusy={isBusy} onClose={onClose} confirm={confirm} />
        </Stack>
      </form>
    </FormModal>
  )
}

type FooterProps = Pick<FormDialogProps, 'error' | 'isBusy' | 'onClose' | 'confirm'>

export const FormFooter = ({ error, isBusy, onClose, confirm }: FooterProps) => (
  <>
    {error ? <ErrorState error={error} /> : null}
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onClose}>
        {t('Cancel')}
      </Button>
      <Button type="submit" loading={isBusy}>
        {confirm}
      </Button>
    </Group>
  </>
)
