import type { OpenSessionView } from '@harkara/server/auth/schema'
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { useUser } from '../../api/session.ts'
import { signOut } from '../../api/sign-in/sign-in.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useListPage } from '../../api/use-list-page.ts'
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { useLeaveGuard } from '../../components/feedback/use-leave-guard.ts'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { StatusDot } from '../../components/values/status-dot.tsx'
import { RelativeTime } from '../../components/values/time.tsx'
import { t } from '../../format/translate.ts'
import { CurrentPasswordInput, NewPasswordInput, passwordError } from '../auth/password-input.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { TwoFactorSection } from './two-factor/two-factor-section.tsx'

const SESSIONS = ['sessions']

export function AccountPage() {
  const { email, role, operatorRole } = useUser()
  const isAdmin = role === 'ADMIN' && operatorRole === null
  return (
    <>
      <PageHeader
        title={t('Account')}
        about={isAdmin ? t('Signed in as {email} (administrator)', { email }) : t('Signed in as {email}', { email })}
      />
      <Stack gap="xl">
        <LanguageChoice />
        <PasswordForm />
        <TwoFactorSection />
        <Sessions />
      </Stack>
    </>
  )
}

function PasswordForm() {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: (password) => (password ? null : t('Enter your current password.')),
      newPassword: passwordError,
    },
  })
  const { submit, isBusy, error } = useSubmit(form, async (values) => {
    await api.post('/auth/change-password', values)
    form.reset()
    notifications.show({ message: t('Password changed. All other devices are signed out.') })
  })
  useLeaveGuard(() => form.isDirty())
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="password">
      <Title order={2} size="h4" id="password" mb="md">
        {t('Password')}
      </Title>
      <form onSubmit={submit} noValidate>
        <Stack gap="md" maw={420}>
          <CurrentPasswordInput
            label={t('Current password')}
            {...form.getInputProps('currentPassword')}
            key={form.key('currentPassword')}
          />
          <NewPasswordInput
            label={t('New password')}
            {...form.getInputProps('newPassword')}
            key={form.key('newPassword')}
          />
          {error ? <ErrorState error={error} /> : null}
          <Group>
            <Button type="submit" loading={isBusy}>
              {t('Change password')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}

function Sessions() {
  const list = useListPage<OpenSessionView>('/auth/sessions', { key: SESSIONS })
  const [isSigningOut, setSigningOut] = useState(false)
  const end = useApiMutation((id: string) => api.delete(`/auth/sessions/${id}`), { invalidates: [SESSIONS] })
  const signOutAll = useApiMutation(async (_: undefined) => {
    await api.delete('/auth/sessions')
    await signOut()
  })
  const columns: Column<OpenSessionView>[] = [
    {
      name: t('Device'),
      cell: ({ device, isCurrent }) => {
        const name = device ?? t('Unknown device')
        return isCurrent ? <StatusDot tone="success">{t('{name} (this device)', { name })}</StatusDot> : name
      },
    },
    { name: t('Signed in'), cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    { name: t('Last used'), cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} /> },
    { name: t('Expires'), cell: ({ expiresAt }) => <RelativeTime at={expiresAt} />, isDesktopOnly: true },
    {
      name: t('Actions'),
      isActions: true,
      cell: ({ id, isCurrent }) =>
        isCurrent ? null : (
          <Button
            size="compact-sm"
            variant="default"
            loading={end.isPending && end.variables === id}
            onClick={() => end.mutate(id)}
          >
            {t('Sign out')}
          </Button>
        ),
    },
  ]
  return (
    <section aria-labelledby="sessions">
      <Group justify="space-between" mb="sm">
        <div>
          <Title order={2} size="h4" id="sessions">
            {t('Sessions')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('If you do not recognise a device, sign it out and change your password.')}
          </Text>
        </div>
        <Button variant="default" onClick={() => setSigningOut(true)}>
          {t('Sign out everywhere')}
        </Button>
      </Group>
      {end.error ? <ErrorState error={end.error} /> : null}
      <DataTable label={t('Sessions')} columns={columns} list={list} rowKey={({ id }) => id} empty={null} />
      <ConfirmDialog
        opened={isSigningOut}
        onClose={() => setSigningOut(false)}
        title={t('Sign out everywhere?')}
        confirm={t('Sign out everywhere')}
        isBusy={signOutAll.isPending}
        error={signOutAll.error}
        onConfirm={() => signOutAll.mutate(undefined)}
      >
        {t('All devices are signed out, including this one. Running campaigns and imports continue.')}
      </ConfirmDialog>
    </section>
  )
}
