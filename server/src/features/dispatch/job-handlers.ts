import { providerError } from '../../domain/messaging/provider-errors.ts'
import type { HandlersFor } from '../../platform/jobs.ts'
import { mailLayout, sendMail } from '../../platform/mail.ts'
import type * as jobs from './jobs.ts'

export const dispatchJobs: HandlersFor<typeof jobs> = {
  async mailProviderStopped(deps, _vendorId, { code, stoppedAt }) {
    const content = mailLayout({
      subject: 'Sending stopped: the messaging account needs attention',
      paragraphs: [
        `The provider returned error code ${code} at ${stoppedAt}: ${providerError(code).reason}.`,
        'Sending is stopped for all vendors. Messages stay queued and none are lost.',
        'Once the account problem is resolved, resume sending in the operator portal (POST /admin/provider/resume).',
      ],
    })
    await sendMail(deps, { messageId: `provider-stopped-${stoppedAt}`, to: deps.config.SUPPORT_EMAIL, ...content })
  },
}
