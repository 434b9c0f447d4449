import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readQuery } from '../http/read.ts'
import type { SandboxState } from '../sandbox-state.ts'

const MailQuery = z.strictObject({ to: z.string('must be given once').max(320, 'must be an address').optional() })

export function mailControl(app: FastifyInstance, { mailbox }: SandboxState) {
  app.get(
    '/control/mail',
    { config: { does: 'List emails, oldest first; ?to= for one address' } },
    async (request) => ({
      messages: mailbox.sentTo(readQuery(MailQuery, request).to).map(({ id, ...mail }) => mail),
    }),
  )

  app.delete('/control/mail', { config: { does: 'Delete all emails' } }, async () => ({ deleted: mailbox.empty() }))
}
