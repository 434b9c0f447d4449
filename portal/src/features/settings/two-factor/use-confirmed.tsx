import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { isProblem } from '../../../api/problem.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { useSubmit } from '../../../components/feedback/use-submit.ts'
import { t } from '../../../format/translate.ts'
import { CurrentPasswordInput } from '../../auth/password-input.tsx'

/**
 * Runs an action that needs a recent sign-in. If the last one was too long ago, a dialog asks for the password, and the
 * action runs again. Resolves to undefined if the user closes the dialog.
 */
export function useConfirmed() {
  const [decide, setDecide] = useState<(isConfirmed: boolean) => void>()
  const run = async <Result,>(action: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await action()
    } catch (error) {
      if (!isProblem(error, 'PASSWORD_CONFIRMATION_REQUIRED')) throw error
    }
    const isConfirmed = await new Promise<boolean>((resolve) => setDecide(() => resolve))
    setDecide(undefined)
    return isConfirmed ? action() : undefined
  }
  const dialog = decide && <PasswordDialog onConfirm={() => decide(true)} onClose={() => decide(false)} />
  return { run, dialog }
}

function PasswordDialog({ onConfirm, onClose }: { onConfirm: () => void; onClose: () => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: (password) => (password ? null : t('Enter your password.')) },
  })
  const { submit, isBusy, error } = useSubmit(form, async ({ password }) => {
    await api.post('/auth/confirm-password', { password })
    onConfirm()
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Confirm your password')}
      centered
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm">{t('You signed in a while ago. Enter your password to change how you sign in.')}</Text>
          <CurrentPasswordInput data-autofocus {...form.getInputProps('password')} key={form.key('password')} />
          {error ? <ErrorState error={error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('Confirm password')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
