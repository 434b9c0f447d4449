import { isOwnerLost } from '../../domain/accounts/owner-notifications.ts'
import { type AccountId, PLATFORM } from '../../domain/ids.ts'
import { type Db, inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { HandlersFor } from '../../platform/jobs.ts'
import { mailLayout, sendMail } from '../../platform/mail.ts'
import * as jobs from '../audit/jobs.ts'
import { findAction } from '../audit/record.ts'
import { describeAccounts } from '../auth/accounts/accounts.ts'
import { openEmail } from '../auth/accounts/email-identity.ts'
import { listOwnerIds, operatorAddress } from '../auth/accounts/operator-addresses.ts'
import { addToOutbox } from '../outbox/add.ts'
import * as sql from './cross-vendor.sql.ts'

/** Mails to the owners about what another operator did; see `mustNotifyOwners`. */
export const auditJobs: HandlersFor<typeof jobs> = {
  async notifyOwners(deps, _vendorId, { entryId }) {
    const now = deps.clock.now()
    const entry = await findAction(deps.db, entryId)
    const owners = await listOwnerIds(deps.db)
    const others = owners.filter((id) => id !== entry.operatorId && id !== entry.subjectId)
    await inTransaction(deps.db, async (tx) => {
      for (const accountId of others) await addToOutbox(tx, PLATFORM, jobs.mailOwner, { entryId, accountId }, now)
    })
  },

  async mailOwner(deps, _vendorId, { entryId, accountId }) {
    const to = await operatorAddress(deps, accountId as AccountId)
    if (!to) return // no longer an operator
    const entry = await findAction(deps.db, entryId)
    const { subject, text } = await describe(deps, entry)
    const mail = mailLayout({
      subject,
      paragraphs: [text, 'If you did not expect this change, contact the operator and check the audit log.'],
      button: { label: 'Open the audit log', url: `${deps.publicUrl()}/admin/audit` },
      footer:
        'You receive this email because you are an owner. Owners are notified of changes that affect who can move money or manage the platform.',
    })
    await sendMail(deps, { messageId: `owner-${entryId}-${accountId}`, to, ...mail })
  },
}

type Entry = Awaited<ReturnType<typeof findAction>>

async function describe(deps: Pick<Deps, 'db' | 'keyring'>, entry: Entry) {
  const { action, operatorId, subjectId, before, after } = entry
  const actor = operatorId && (await emailOf(deps, deps.db, operatorId))
  if (action === 'EXCHANGE_RATE_SET')
    return {
      subject: `Exchange rate ${subjectId} was set manually`,
      text: `${actor} set the exchange rate ${subjectId} manually, from ${before?.['rate']} to ${after?.['rate']}. Amounts in other currencies are compared with the approval threshold at these rates.`,
    }
  const operator = await emailOf(deps, deps.db, subjectId as AccountId)
  const role = after?.['role']
  if (isOwnerLost({ action, before: before ?? {}, after: after ?? {} })) {
    const what = action === 'OPERATOR_REMOVED' ? 'removed' : 'disabled'
    return { subject: `An owner was ${what}`, text: `${actor} ${what} the owner ${operator}.` }
  }
  if (action === 'MFA_RESET')
    return {
      subject: 'The second factor of an operator was reset',
      text: `${actor} reset the second factors of ${operator}. Whoever knows the password can sign in as this operator and set up new ones.`,
    }
  if (action === 'OPERATOR_INVITED')
    return {
      subject: 'An operator was invited',
      text: `${actor} invited ${operator} as an operator with the role ${role}.`,
    }
  if (action === 'OPERATOR_CONFIRMED')
    return {
      subject: 'An operator was confirmed',
      text: `${actor} confirmed that ${operator} is not the owner who sent the invitation. They can now decide each other’s requests.`,
    }
  return {
    subject: 'The role of an operator was changed',
    text: `${actor} changed the role of ${operator} from ${before?.['role']} to ${role}.`,
  }
}

/** An account keeps the id of its invitation. */
async function emailOf(deps: Pick<Deps, 'keyring'>, db: Db, id: AccountId) {
  const invitation = await sql.findInvitation(db, id)
  if (invitation) return openEmail(deps, db, invitation.emailCipher)
  return (await describeAccounts(deps, db, [id])).get(id)?.email ?? 'an invitee whose invitation was withdrawn'
}
