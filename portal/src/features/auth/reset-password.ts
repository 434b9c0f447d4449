import { notifications } from '@mantine/notifications'
import { postPublic } from '../../api/sign-in/sign-in.ts'
import { notificationArea } from '../../api/state/notification-area.ts'
import { t } from '../../format/translate.ts'
import { pendingVerification } from './pending-verification.ts'

/** The sign-in page, which follows, has the address filled in. */
export async function resetPassword(input: { email: string; otp: string; newPassword: string }) {
  await postPublic('/auth/reset-password', input)
  pendingVerification.set({ email: input.email })
  notificationArea.set(true)
  notifications.show({ message: t('Password changed. Sign in with your new password.') })
}
