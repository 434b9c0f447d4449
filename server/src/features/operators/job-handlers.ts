import { INVITATION_TTL_DAYS } from '../../domain/limits.ts'
import type { HandlersFor } from '../../platform/jobs.ts'
import { mailLayout, sendMail } from '../../platform/mail.ts'
import { openEmail } from '../auth/accounts/email-identity.ts'
import * as sql from './cross-vendor.sql.ts'
import { invitationToken } from './invitation-token.ts'
import type * as jobs from './jobs.ts'

export const operatorJobs: HandlersFor<typeof jobs> = {
  async mailOperatorInvitation(deps, _vendorId, { invitationId }) {
    const invitation = await sql.findInvitation(deps.db, invitationId)
    if (!invitation || invitation.expiresAt <= deps.clock.now()) return // accepted, withdrawn, replaced or expired
    const to = await openEmail(deps, deps.db, invitation.emailCipher)
    const url = `${deps.publicUrl()}/accept-invite#${invitationToken(deps.signer, invitationId)}`
    await sendMail(deps, { messageId: invitationId, to, ...invitationMail(invitation.role, url) })
  },
}

/** The token is in the URL fragment, which browsers do not send, so it appears in no server log. */
const invitationMail = (role: string, url: string) =>
  mailLayout({
    subject: 'You are invited to operate Harkara',
    paragraphs: [
      `You are invited as an operator of this Harkara platform, with the role ${role}. Choose a password to create your account. The invitation is valid for ${INVITATION_TTL_DAYS} days.`,
    ],
    button: { label: 'Accept the invitation', url },
    footer: 'If you did not expect this invitation, you can ignore this email.',
  })
