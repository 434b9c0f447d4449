import { PASSWORD_CHARS_MIN } from '@harkara/server/domain/limits'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { t } from '../../format/translate.ts'

export const NewPasswordInput = (props: PasswordInputProps) => (
  <PasswordInput
    label={t('Password')}
    description={t(
      'At least {passwordCharsMin} characters. Several words in a row are easy to remember and hard to guess.',
      { passwordCharsMin: PASSWORD_CHARS_MIN },
    )}
    autoComplete="new-password"
    visibilityToggleButtonProps={{ 'aria-label': t('Show password'), tabIndex: 0 }}
    {...props}
  />
)

export const CurrentPasswordInput = (props: PasswordInputProps) => (
  <PasswordInput
    label={t('Password')}
    autoComplete="current-password"
    visibilityToggleButtonProps={{ 'aria-label': t('Show password'), tabIndex: 0 }}
    {...props}
  />
)

export const passwordError = (password: string) =>
  [...password].length >= PASSWORD_CHARS_MIN
    ? null
    : t('Use at least {passwordCharsMin} characters.', { passwordCharsMin: PASSWORD_CHARS_MIN })

export const emailError = (email: string) =>
  /^\S+@\S+\.\S+$/.test(email.trim()) ? null : t('Enter an email address, such as asha@example.com.')
