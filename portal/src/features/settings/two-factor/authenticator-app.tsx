import type { RecoveryCodesView, TotpView } from '@harkara/server/auth/mfa/schema'
import { OTP_DIGITS } from '@harkara/server/domain/limits'
import { Button, Code, Group, Modal, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { QRCodeSVG } from 'qrcode.react'
import { type FormEvent, useState } from 'react'
import { api } from '../../../api/api.ts'
import { isProblem } from '../../../api/problem.ts'
import type { Out } from '../../../api/types.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { useSubmit } from '../../../components/feedback/use-submit.ts'
import { rich } from '../../../components/values/rich.ts'
import { t } from '../../../format/translate.ts'
import { CodeInput } from '../../auth/code-input.tsx'
import { CurrentPasswordInput } from '../../auth/password-input.tsx'
import { MFA } from './queries.ts'
import { useConfirmed } from './use-confirmed.tsx'

type Setup = Out<typeof TotpView>

interface AppProps {
  isOn: boolean
  onCodes: (codes: string[]) => void
}

export function AuthenticatorApp({ isOn, onCodes }: AppProps) {
  const { run, dialog } = useConfirmed()
  const [setup, setSetup] = useState<Setup>()
  const [isRemoving, setRemoving] = useState(false)
  const start = useApiMutation((_: undefined) => run(() => api.post<Setup>('/auth/mfa/totp')), {
    onSuccess: (started) => setSetup(started),
  })
  return (
    <Group justify="space-between" align="flex-start" gap="md">
      <Stack gap={4} flex="1 1 16rem">
        <Text fw={600}>{t('Authenticator app')}</Text>
        <Text size="sm" c="dimmed">
          {isOn
            ? t('On. Signing in with your password also needs a code from your app.')
            : t('Off. An app on your phone, such as Google Authenticator, shows a new code every 30 seconds.')}
        </Text>
        {start.error ? <ErrorState error={start.error} /> : null}
      </Stack>
      {isOn ? (
        <Button variant="default" onClick={() => setRemoving(true)}>
          {t('Remove app')}
        </Button>
      ) : (
        <Button variant="default" loading={start.isPending} onClick={() => start.mutate(undefined)}>
          {t('Set up app')}
        </Button>
      )}
      {dialog}
      {setup && (
        <SetupDialog
          setup={setup}
          onClose={() => setSetup(undefined)}
          onCodes={(codes) => {
            setSetup(undefined)
            onCodes(codes)
          }}
        />
      )}
      {isRemoving && <RemoveDialog onClose={() => setRemoving(false)} />}
    </Group>
  )
}

interface SetupProps {
  setup: Setup
  onClose: () => void
  onCodes: (codes: string[]) => void
}

/** The QR code is drawn in the page, so the secret is sent nowhere. */
function SetupDialog({ setup: { secret, otpauthUrl }, onClose, onCodes }: SetupProps) {
  const [code, setCode] = useState('')
  const confirm = useApiMutation(
    (digits: string) => api.post<Out<typeof RecoveryCodesView>>('/auth/mfa/totp/confirm', { code: digits }),
    { invalidates: [MFA], onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes) },
  )
  const send = (digits: string) => {
    if (digits.length === OTP_DIGITS && !confirm.isPending) confirm.mutate(digits, { onError: () => setCode('') })
  }
  const isWrong = isProblem(confirm.error, 'OTP_INVALID')
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Set up authenticator app')}
      centered
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          send(code)
        }}
      >
        <Stack gap="md">
          <Text size="sm">{t('1. Scan this QR code with your authenticator app.')}</Text>
          {/* Dark on white in both colour schemes, because cameras expect it. */}
          <Paper bg="white" p="sm" w="fit-content" mx="auto">
            <QRCodeSVG value={otpauthUrl} size={184} marginSize={1} title={t('QR code for your authenticator app')} />
          </Paper>
          <Text size="sm">
            {rich('If you cannot scan it, enter this key: {code}', {
              code: <Code style={{ overflowWrap: 'anywhere' }}>{grouped(secret)}</Code>,
            })}
          </Text>
          <Text size="sm">{t('2. Enter the code that the app shows.')}</Text>
          <CodeInput
            value={code}
            onChange={(digits) => {
              setCode(digits)
              send(digits)
            }}
            error={isWrong ? t('This code is incorrect. Enter the code that the app shows now.') : undefined}
            disabled={confirm.isPending}
          />
          {confirm.error && !isWrong ? <ErrorState error={confirm.error} /> : null}
          <Text size="sm" c="dimmed">
            {t('All your other devices are signed out.')}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={confirm.isPending} disabled={code.length < OTP_DIGITS}>
              {t('Turn on')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', code: '' },
    validate: {
      password: (password) => (password ? null : t('Enter your password.')),
      code: (code) => (code.trim() ? null : t('Enter a code.')),
    },
  })
  const remove = useApiMutation((body: object) => api.delete('/auth/mfa/totp', body), {
    invalidates: [MFA],
    onSuccess: () => {
      notifications.show({ message: t('Authenticator app removed. All other devices are signed out.') })
      onClose()
    },
  })
  const { submit, isBusy, error } = useSubmit(form, ({ password, code }) => {
    const typed = code.trim()
    const answer = /^\d{6}$/.test(typed) ? { code: typed } : { recoveryCode: typed }
    return remove.mutateAsync({ password, ...answer })
  })
  const isWrong = isProblem(error, 'OTP_INVALID', 'RECOVERY_CODE_INVALID')
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Remove authenticator app?')}
      centered
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm">{t('Signing in no longer needs its codes. All your other devices are signed out.')}</Text>
          <CurrentPasswordInput data-autofocus {...form.getInputProps('password')} key={form.key('password')} />
          <TextInput
            label={t('Code')}
            description={t('From the app, or a recovery code')}
            autoComplete="one-time-code"
            {...form.getInputProps('code')}
            key={form.key('code')}
            {...(isWrong && error instanceof Error && { error: error.message })}
          />
          {error && !isWrong ? <ErrorState error={error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" color="red.9" loading={isBusy}>
              {t('Remove app')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
