import type { AccountId } from '../../domain/ids.ts'
import type { Notice } from '../../domain/notices/notices.ts'
import type { Deps } from '../../platform/deps.ts'
import { describeAccounts } from '../auth/accounts/accounts.ts'

/** Addresses are not stored with notices: an account's id becomes its address when the notice is shown. */
export async function nameCreator(deps: Pick<Deps, 'db' | 'keyring'>, notice: Notice): Promise<Notice> {
  if (!('createdBy' in notice)) return notice
  const id = notice.createdBy as AccountId
  const account = (await describeAccounts(deps, deps.db, [id])).get(id)
  return { ...notice, createdBy: account?.email ?? 'Somebody who has left your team' }
}
