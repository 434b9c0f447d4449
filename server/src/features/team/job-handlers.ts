import { quotedName } from '../../domain/accounts/quoted-name.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { HandlersFor } from '../../platform/jobs.ts'
import { mailLayout, sendMail } from '../../platform/mail.ts'
import { findAccountByEmail } from '../auth/accounts/accounts.ts'
import { openEmail } from '../auth/accounts/email-identity.ts'
import { maySend } from '../subscriptions/lifecycle/current.ts'
import { readProfile } from '../vendors/profile.ts'
import { invitationToken } from './invitation-token.ts'
import type * as jobs from './jobs.ts'
import * as sql from './sql.ts'

export const teamJobs: HandlersFor<typeof jobs> = {
  async mailInvitation(deps, vendorId, { invitationId }) {
    const invitation = await sql.findInvitation(deps.db, vendorId, invitationId)
    if (!invitation) return // accepted, withdrawn or replaced meanwhile
    // The plan may have ended or the vendor been suspended since. An invitation that nobody is told about is withdrawn.
    if (!(await maySend(deps.db, deps, vendorId, deps.clock.now()))) {
      await inTransaction(deps.db, (tx) => sql.deleteInvitation(tx, vendorId, invitationId))
      deps.log.warn({ event: 'invitation.withdrawn', vendorId, invitationId, reason: 'MAY_NOT_SEND' })
      return
    }
    const to = await openEmail(deps, deps.db, invitation.emailCipher)
    const { companyName } = await readProfile(deps, deps.db, vendorId)
    const hasAccount = (await findAccountByEmail(deps, deps.db, to)) !== undefined
    const token = invitationToken(deps.signer, vendorId, invitationId)
    const content = hasAccount
      ? cannotJoinMail(companyName)
      : invitationMail(companyName, `${deps.publicUrl()}/accept-invite#${token}`)
    await sendMail(deps, { messageId: invitationId, to, ...content })
  },
}

/** The token is in the URL fragment, which browsers do not send, so it appears in no server log. */
const invitationMail = (companyName: string, url: string) =>
  mailLayout({
    subject: 'You are invited to join a team on Harkara',
    paragraphs: [
      `A company that calls itself ${quotedName(companyName)} invites you to its team on Harkara, where businesses send messages to their customers. The invitation is valid for seven days.`,
    ],
    button: { label: 'Accept the invitation', url },
    footer: 'If you do not know this company or did not expect this invitation, you can ignore this email.',
  })

const cannotJoinMail = (companyName: string) =>
  mailLayout({
    subject: 'You were invited to another team on Harkara',
    paragraphs: [
      `A company that calls itself ${quotedName(companyName)} invited you to its team on Harkara, but this email address already has a Harkara account.`,
      'An email address can belong to only one company. Ask to be invited with a different address.',
    ],
    footer: 'If you do not know this company or did not expect this invitation, you can ignore this email.',
  })
