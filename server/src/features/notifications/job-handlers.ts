import { quotedName, unlinkedName } from '../../domain/accounts/quoted-name.ts'
import { DAY_MS } from '../../domain/durations.ts'
import type { AccountId, VendorId } from '../../domain/ids.ts'
import { NOTIFICATIONS_MAILED_PER_DAY_MAX, NOTIFICATIONS_PER_BILLING_ADDRESS_DAY_MAX } from '../../domain/limits.ts'
import {
  type Notification,
  notificationText,
  SECURITY_NOTIFICATION_KINDS,
} from '../../domain/notifications/notifications.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { HandlersFor } from '../../platform/jobs.ts'
import { mailLayout, sendMail } from '../../platform/mail.ts'
import { describeAccounts } from '../auth/accounts/accounts.ts'
import { addToOutbox } from '../outbox/add.ts'
import { listMembers } from '../vendors/members.ts'
import { readProfile } from '../vendors/profile.ts'
import * as jobs from './jobs.ts'
import { nameCreator } from './name-creator.ts'
import { notificationOf } from './read.ts'
import * as sql from './sql.ts'

export const notificationJobs: HandlersFor<typeof jobs> = {
  async mailNotification(deps, vendorId, { notificationId }) {
    const row = await sql.findNotification(deps.db, vendorId, notificationId)
    if (!row) return
    const profile = await readProfile(deps, deps.db, vendorId)
    const billingEmail = SECURITY_NOTIFICATION_KINDS.includes(row.kind) ? null : profile.billingEmail
    if (!(await mayMail(deps, vendorId, notificationId, billingEmail))) return
    if (billingEmail) return mail(deps, vendorId, notificationId, billingEmail, notificationId)
    const admins = (await listMembers(deps.db, vendorId)).filter(({ role }) => role === 'ADMIN')
    const now = deps.clock.now()
    await inTransaction(deps.db, async (tx) => {
      for (const { accountId } of admins)
        await addToOutbox(tx, vendorId, jobs.mailAdministrator, { notificationId, accountId }, now)
    })
  },

  async mailAdministrator(deps, vendorId, { notificationId, accountId }) {
    const isAdmin = (await listMembers(deps.db, vendorId)).some(
      (member) => member.accountId === accountId && member.role === 'ADMIN',
    )
    const account = (await describeAccounts(deps, deps.db, [accountId as AccountId])).get(accountId as AccountId)
    if (!isAdmin || !account) return // has left the team or is no longer an administrator
    await mail(deps, vendorId, notificationId, account.email, `${notificationId}-${accountId}`)
  },
}

/**
 * A billing address may belong to anybody, and some notifications can be caused as often as a vendor likes. Beyond the
 * limits a notification is only shown in the portal.
 */
async function mayMail(deps: Deps, vendorId: VendorId, notificationId: string, billingEmail: string | null) {
  const take = async (key: string, limit: number) => (await deps.rateLimiter.take(key, limit, DAY_MS)).granted > 0
  const isAllowed =
    (await take(`notices:${vendorId}`, NOTIFICATIONS_MAILED_PER_DAY_MAX)) &&
    (!billingEmail ||
      (await take(
        `notices:${vendorId}:${deps.blindIndex.of('billing-email', vendorId, billingEmail).toString('base64url')}`,
        NOTIFICATIONS_PER_BILLING_ADDRESS_DAY_MAX,
      )))
  if (!isAllowed) deps.log.warn({ event: 'notification.not_mailed', vendorId, notificationId, reason: 'LIMIT' })
  return isAllowed
}

/** `messageId` is the same however often the job runs, so that a repeated mail is recognised as a duplicate. */
async function mail(deps: Deps, vendorId: VendorId, notificationId: string, to: string, messageId: string) {
  const row = await sql.findNotification(deps.db, vendorId, notificationId)
  if (!row) return
  const { timezone, companyName } = await readProfile(deps, deps.db, vendorId)
  const { title, paragraphs, action } = notificationText(
    await nameCreator(deps, withoutLinks(notificationOf(row))),
    timezone,
  )
  const button = { label: action.label, url: `${deps.publicUrl()}${action.path}` }
  const footer = `This is about ${quotedName(companyName)}. Questions? Write to ${deps.config.SUPPORT_EMAIL}.`
  await sendMail(deps, { messageId, to, ...mailLayout({ subject: title, paragraphs, button, footer }) })
}

/** The billing address may belong to anybody, so names chosen by vendors must not look like our text or links. */
const withoutLinks = (notification: Notification): Notification => {
  if ('campaign' in notification) return { ...notification, campaign: unlinkedName(notification.campaign) }
  return 'keyName' in notification ? { ...notification, keyName: unlinkedName(notification.keyName) } : notification
}
