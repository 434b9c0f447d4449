import { z } from 'zod'
import { MESSAGE_STATUSES } from '../../../domain/messaging/settlement.ts'

export const ProviderView = z
  .object({
    stopped: z.boolean(),
    code: z
      .int()
      .nullable()
      .meta({ description: 'The error code that stopped all sending; null: an operator stopped it' }),
    reason: z.string().nullable().meta({ description: 'What the code means' }),
    since: z.string().nullable().meta({
      description:
        'While sending is stopped: since when. Otherwise since when quality and messaging limit have been as they are',
    }),
    stoppedSince: z.string().nullable(),
    quality: z.string().nullable().meta({
      description:
        'Last reported quality of the sending number: FLAGGED (low) or UNFLAGGED. null: nothing reported yet',
      example: 'UNFLAGGED',
    }),
    messagingLimit: z.string().nullable().meta({
      description: 'Last reported limit of people per day, in the words of the provider. null: nothing reported yet',
      example: 'TIER_10K',
    }),
    qualitySince: z.string().nullable().meta({ description: 'When quality or messaging limit last changed' }),
  })
  .meta({
    id: 'Provider',
    example: {
      stopped: true,
      code: 190,
      reason: 'The platform’s access to the messaging account has expired',
      since: '2026-11-15T09:30:00.000Z',
      stoppedSince: '2026-11-15T09:30:00.000Z',
      quality: 'UNFLAGGED',
      messagingLimit: 'TIER_10K',
      qualitySince: '2026-11-01T00:00:00.000Z',
    },
  })

export const ProviderEventView = z
  .object({
    id: z.string(),
    field: z.string().meta({
      description:
        'account_update, phone_number_quality_update, business_capability_update or message_template_quality_update',
    }),
    event: z.string().nullable().meta({ description: 'What happened, in the words of the provider' }),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    at: z.string().meta({ description: 'When it happened, according to the provider' }),
    receivedAt: z.string(),
  })
  .meta({
    id: 'ProviderEvent',
    example: {
      id: '0190f3c2-7d1e-7c3a-9f00-2b6f1d3c4e5f',
      field: 'phone_number_quality_update',
      event: 'FLAGGED',
      details: { display_phone_number: '15550783881', current_limit: 'TIER_10K' },
      at: '2026-11-15T09:30:00.000Z',
      receivedAt: '2026-11-15T09:30:02.000Z',
    },
  })

export const DiscrepancyView = z
  .object({
    id: z.string(),
    vendorId: z.string(),
    companyName: z.string(),
    messageId: z.string(),
    campaignId: z.string().nullable(),
    reportedStatus: z
      .enum(['delivered', 'read', 'failed'])
      .meta({ description: 'The reported and the recorded status' }),
    errorCode: z.string().nullable().meta({ description: 'Error code of a reported failure' }),
    reportedAt: z.string().meta({ description: 'When it happened, according to the provider' }),
    receivedAt: z.string(),
    status: z.enum(MESSAGE_STATUSES).meta({ description: 'Current status of the message' }),
    charged: z.boolean().meta({ description: 'Whether the vendor paid for it. The status update changed no balance' }),
    costMinorUnit: z.int(),
    currency: z.string(),
  })
  .meta({
    id: 'Discrepancy',
    example: {
      id: '17',
      vendorId: '0190f3c2-7d1e-7c3a-9f00-2b6f1d3c4e5f',
      companyName: 'Asha Traders',
      messageId: '0190f3c2-7d1e-7c3a-9f00-2b6f1d3c4e60',
      campaignId: '0190f3c2-7d1e-7c3a-9f00-2b6f1d3c4e61',
      reportedStatus: 'delivered',
      errorCode: null,
      reportedAt: '2026-11-15T09:30:00.000Z',
      receivedAt: '2026-11-16T09:30:00.000Z',
      status: 'DELIVERED',
      charged: false,
      costMinorUnit: 88,
      currency: 'INR',
    },
  })
