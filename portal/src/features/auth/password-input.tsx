import { PASSWORD_CHARS_MIN } from '@harkara/server/domain/limits'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'

export const NewPasswordInput = (props: PasswordInputProps) => (
  <PasswordInput
    label="Password"
    description={`At least ${PASSWORD_CHARS_MIN} characters. Several words in a row are easy to remember and hard to guess.`}
    autoComplete="new-password"
    visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
    {...props}
  />
)

export const CurrentPasswordInput = (props: PasswordInputProps) => (
  <PasswordInput
    label="Password"
    autoComplete="current-password"
    visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
    {...props}
  />
)

export const passwordError = (password: string) =>
  [...password].length >= PASSWORD_CHARS_MIN ? null : `Use at least ${PASSWORD_CHARS_MIN} characters.`

export const emailError = (email: string) =>
  /^\S+@\S+\.\S+$/.test(email.trim()) ? null : 'Enter an email address, such as asha@example.com.'
