import { providerError } from '../../../domain/messaging/provider-errors.ts'
import type { HandlersFor } from '../../../platform/jobs.ts'
import { mailLayout, sendMail } from '../../../platform/mail.ts'
import type * as jobs from '../jobs.ts'

export const dispatchJobs: HandlersFor<typeof jobs> = {
  async mailProviderStopped(deps, _vendorId, { code, stoppedAt }) {
    const content = mailLayout({
      subject: 'No messages go out: the messaging account needs you',
      paragraphs: [
        `The provider answered with code ${code} at ${stoppedAt}: ${providerError(code).reason}.`,
        'Sending is stopped for all vendors. What waits keeps waiting, and nothing is lost.',
        'When the account is in order again, resume sending in the administration (POST /admin/provider/resume).',
      ],
    })
    await sendMail(deps, { messageId: `provider-stopped-${stoppedAt}`, to: deps.config.SUPPORT_EMAIL, ...content })
  },
}
