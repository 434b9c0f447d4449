import { Alert, Anchor, Button, Stack } from '@mantine/core'
import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { signInWith } from '../../api/sign-in/sign-in.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { t } from '../../format/translate.ts'
import { AuthCard } from './auth-card.tsx'
import { NewPasswordInput, passwordError } from './password-input.tsx'
import { useFields } from './use-fields.ts'

/** The token is in the URL fragment, which browsers do not send to the server. */
export function AcceptInvitePage() {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const [token] = useState(hash)
  const form = useFields({
    initialValues: { password: '' },
    validate: { password: passwordError },
  })
  const isOperator = token.startsWith('ho_')
  const { submit, isBusy, error } = useSubmit(form, ({ password }) =>
    signInWith(isOperator ? '/auth/accept-operator-invite' : '/auth/accept-invite', { token, password }),
  )
  if (!token)
    return (
      <AuthCard title={t('Join your team')}>
        <Alert color="red" variant="light">
          {t('This link is incomplete. Open it again from the email, or ask for a new invitation.')}
        </Alert>
        <Anchor component={Link} to="/sign-in" size="sm">
          {t('Go to sign in')}
        </Anchor>
      </AuthCard>
    )
  return (
    <AuthCard
      title={isOperator ? t('Become an operator') : t('Join your team')}
      about={t('You have been invited. Choose a password to join.')}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <NewPasswordInput {...form.getInputProps('password')} />
          {error ? <ErrorState error={error} /> : null}
          <Button type="submit" loading={isBusy} fullWidth>
            {t('Accept invitation')}
          </Button>
        </Stack>
      </form>
    </AuthCard>
  )
}
