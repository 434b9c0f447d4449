import type { AccountId } from '../../domain/ids.ts'
import type { Notification } from '../../domain/notifications/notifications.ts'
import type { Deps } from '../../platform/deps.ts'
import { describeAccounts } from '../auth/accounts/accounts.ts'

/** Addresses are not stored with notifications: an account's id becomes its address when one is shown. */
export async function nameCreator(
  deps: Pick<Deps, 'db' | 'keyring'>,
  notification: Notification,
): Promise<Notification> {
  if (!('createdBy' in notification)) return notification
  const id = notification.createdBy as AccountId
  const account = (await describeAccounts(deps, deps.db, [id])).get(id)
  return { ...notification, createdBy: account?.email ?? 'Somebody who has left your team' }
}
