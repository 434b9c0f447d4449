import { PASSWORD_CHARS_MIN } from '@harkara/server/domain/limits'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'

export const NewPasswordInput = (props: PasswordInputProps) => (
  <PasswordInput
    label="Password"
    description={`At least ${PASSWORD_CHARS_MIN} characters. A few words in a row are easy to keep in mind and hard to guess.`}
    autoComplete="new-password"
    visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
    {...props}
  />
)

export const GivenPasswordInput = (props: PasswordInputProps) => (
  <PasswordInput
    label="Password"
    autoComplete="current-password"
    visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
    {...props}
  />
)

export const isLongEnough = (password: string) =>
  [...password].length >= PASSWORD_CHARS_MIN ? null : `At least ${PASSWORD_CHARS_MIN} characters, please.`

export const looksLikeEmail = (email: string) =>
  /^\S+@\S+\.\S+$/.test(email.trim()) ? null : 'Please enter an email address, such as asha@example.com.'
