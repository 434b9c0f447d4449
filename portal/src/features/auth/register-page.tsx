import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate } from '@tanstack/react-router'
import { postPublic } from '../../api/sign-in.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { AuthCard } from './auth-card.tsx'
import { emailError, NewPasswordInput, passwordError } from './password-input.tsx'
import { pendingVerification } from './pending-verification.ts'

export function RegisterPage() {
  const navigate = useNavigate()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { companyName: '', email: '', password: '' },
    validate: {
      companyName: (name) => (name.trim() ? null : 'Enter your company name.'),
      email: emailError,
      password: passwordError,
    },
  })
  const { submit, isBusy, error } = useSubmit(form, async (values) => {
    await postPublic('/auth/register', values)
    // The verification page sends the code.
    pendingVerification.set({ email: values.email, password: values.password })
    await navigate({ to: '/verify' })
  })
  return (
    <AuthCard title="Create account" about="We send you a code to verify your email address.">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Company name"
            description="The name your customers know. You can change it later."
            autoComplete="organization"
            {...form.getInputProps('companyName')}
            key={form.key('companyName')}
          />
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            {...form.getInputProps('email')}
            key={form.key('email')}
          />
          <NewPasswordInput {...form.getInputProps('password')} key={form.key('password')} />
          {error ? <ErrorState error={error} /> : null}
          <Button type="submit" loading={isBusy} fullWidth>
            Create account
          </Button>
          <Text size="sm">
            Have an account?{' '}
            <Anchor component={Link} to="/sign-in" size="sm">
              Sign in
            </Anchor>
          </Text>
        </Stack>
      </form>
    </AuthCard>
  )
}
