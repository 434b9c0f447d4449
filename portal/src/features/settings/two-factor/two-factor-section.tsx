import type { RecoveryCodesView } from '@harkara/server/auth/mfa/schema'
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import type { Out } from '../../../api/types.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { LoadingPage } from '../../../components/feedback/loading.tsx'
import { t } from '../../../format/translate.ts'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { Passkeys } from './passkeys.tsx'
import { MFA, mfaQuery } from './queries.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { useConfirmed } from './use-confirmed.tsx'

/** How the user signs in besides the password. `onEnabled` is called when the recovery codes have been saved. */
export function TwoFactorSection({ onEnabled }: { onEnabled?: () => void }) {
  const { data, error, refetch } = useQuery(mfaQuery)
  const [codes, setCodes] = useState<readonly string[]>()
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <LoadingPage />
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="two-factor">
      <Title order={2} size="h4" id="two-factor">
        {t('Two-factor authentication')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('A second step protects your account even if somebody learns your password.')}
        {data.required && ` ${t('It is required for your account.')}`}
      </Text>
      <Stack gap="xl">
        <AuthenticatorApp isOn={data.totp} onCodes={setCodes} />
        <Passkeys
          onAdded={({ recoveryCodes }) => {
            if (recoveryCodes) setCodes(recoveryCodes)
            else onEnabled?.()
          }}
        />
        {(data.totp || data.passkeys > 0) && <RecoveryCodes left={data.recoveryCodesLeft} onCodes={setCodes} />}
      </Stack>
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes(undefined)
            onEnabled?.()
          }}
        />
      )}
    </Paper>
  )
}

function RecoveryCodes({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const { run, dialog } = useConfirmed()
  const renew = useApiMutation(
    (_: undefined) => run(() => api.post<Out<typeof RecoveryCodesView>>('/auth/mfa/recovery-codes')),
    { invalidates: [MFA], onSuccess: (answer) => answer && onCodes(answer.recoveryCodes) },
  )
  return (
    <Group justify="space-between" align="flex-start" gap="md">
      <Stack gap={4} flex="1 1 16rem">
        <Text fw={600}>{t('Recovery codes')}</Text>
        <Text size="sm" c={left < 3 ? undefined : 'dimmed'}>
          {left === 0
            ? t('All codes are used. Create new ones, so that you can sign in without your phone or passkey.')
            : t('{left} of 10 codes left. New codes replace them and sign out all your other devices.', { left })}
        </Text>
        {renew.error ? <ErrorState error={renew.error} /> : null}
      </Stack>
      <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate(undefined)}>
        {t('Create new codes')}
      </Button>
      {dialog}
    </Group>
  )
}
