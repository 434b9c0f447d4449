import type { MemberView } from '@harkara/server/team/schema'
import { Paper, Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { vendorQuery } from '../../api/queries.ts'
import { refreshSession } from '../../api/request.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx'
import { t } from '../../format/translate.ts'
import { TEAM } from './team-queries.ts'

/** Whether everybody in the team needs a second factor. */
export function TeamTwoFactor() {
  const { data: vendor } = useQuery(vendorQuery)
  const [isChanging, setChanging] = useState(false)
  const isRequired = vendor?.mfaRequired ?? false
  const change = useApiMutation((mfaRequired: boolean) => api.patch('/vendor/me', { mfaRequired }), {
    invalidates: [vendorQuery.queryKey, TEAM],
    onSuccess: (_, mfaRequired) => {
      setChanging(false)
      // Whoever required it may have to set it up as well.
      void refreshSession()
      notifications.show({
        message: mfaRequired
          ? t('Two-factor is now required for your team.')
          : t('Two-factor is now optional for your team.'),
      })
    },
  })
  return (
    <Paper withBorder p="md" mb="lg">
      <Switch
        label={t('Require two-factor for my team')}
        description={t(
          'Members without an authenticator app or passkey can sign in, but have to set one up before they can do anything else. API keys are not affected.',
        )}
        checked={isRequired}
        disabled={!vendor}
        onChange={() => setChanging(true)}
      />
      <ConfirmDialog
        opened={isChanging}
        onClose={() => setChanging(false)}
        title={isRequired ? t('Make two-factor optional?') : t('Require two-factor for your team?')}
        confirm={isRequired ? t('Make optional') : t('Require two-factor')}
        isBusy={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate(!isRequired)}
      >
        {isRequired
          ? t('Members can then use the account with their password alone. Those who have two-factor keep it.')
          : t(
              'Members without two-factor, including you, must set it up before they can continue. This also applies to members who are signed in.',
            )}
      </ConfirmDialog>
    </Paper>
  )
}

/** For a member who lost their phone, passkeys and recovery codes. */
export function ResetDialog({ member: { id, email }, onClose }: { member: MemberView; onClose: () => void }) {
  const reset = useApiMutation((_: undefined) => api.delete(`/vendor/users/${id}/mfa`), {
    invalidates: [TEAM],
    onSuccess: () => {
      notifications.show({ message: t('Two-factor of {email} reset.', { email }) })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Reset two-factor?')}
      confirm={t('Reset two-factor')}
      isDangerous
      isBusy={reset.isPending}
      error={reset.error}
      onConfirm={() => reset.mutate(undefined)}
    >
      {t(
        'The authenticator app, passkeys and recovery codes of {email} are removed, and they are signed out everywhere. Until they set up two-factor again, their password alone signs in. Make sure that they asked for it.',
        { email },
      )}
    </ConfirmDialog>
  )
}
