import { z } from 'zod'
import { MESSAGE_STATUSES } from '../../domain/messaging/settlement.ts'
import { toJsonInteger } from '../../domain/money/money.ts'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../platform/http/guards/access.ts'
import { IdParams } from '../../platform/http/pagination.ts'
import { readMessage } from './read-message.ts'

const Instant = z.string().nullable()

const OneMessage = z
  .object({
    id: z.string(),
    kind: z.enum(['CAMPAIGN', 'TEST', 'REPLY', 'AUTO_REPLY']),
    campaignId: z.string().nullable(),
    contactId: z.string().nullable(),
    status: z.enum(MESSAGE_STATUSES),
    isWaitingForMoney: z.boolean().meta({ description: 'Waiting for funds: it is sent once the wallet covers it' }),
    wamid: z.string().nullable().meta({ description: "The provider's id" }),
    errorCode: z.string().nullable(),
    errorReason: z.string().nullable(),
    costMinorUnit: z.int(),
    createdAt: z.string(),
    sentAt: Instant,
    deliveredAt: Instant,
    readAt: Instant,
    failedAt: Instant,
  })
  .meta({ id: 'OneMessage' })

export function messageRoutes(app: App, deps: Deps) {
  app.get(
    '/messages/:id',
    {
      config: { access: ANY_VENDOR_USER, resource: 'messages' },
      schema: {
        tags: ['campaigns'],
        summary: 'Get a message',
        description: 'A test message, a reply, an auto-reply or a campaign message.',
        params: IdParams,
        response: { 200: OneMessage },
      },
    },
    async ({ vendor, params }) => present(await readMessage(deps, deps.db, vendor.vendorId, params.id)),
  )
}

const toIsoString = (instant: Date | null) => instant?.toISOString() ?? null

const present = (message: Awaited<ReturnType<typeof readMessage>>): z.output<typeof OneMessage> => ({
  ...message,
  costMinorUnit: toJsonInteger(message.costMinorUnit),
  createdAt: message.createdAt.toISOString(),
  sentAt: toIsoString(message.sentAt),
  deliveredAt: toIsoString(message.deliveredAt),
  readAt: toIsoString(message.readAt),
  failedAt: toIsoString(message.failedAt),
})
