import { z } from 'zod'
import { MESSAGE_STATUSES } from '../../../domain/messaging/settlement.ts'

export const ProviderView = z
  .object({
    stopped: z.boolean(),
    code: z.int().nullable().meta({ description: 'The error code that stopped all sending; null: an operator did' }),
    reason: z.string().nullable().meta({ description: 'What the code means' }),
    since: z.string().nullable(),
  })
  .meta({
    id: 'Provider',
    example: {
      stopped: true,
      code: 190,
      reason: 'The platform’s access to the messaging account has expired',
      since: '2026-11-15T09:30:00.000Z',
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
      .meta({ description: 'What the provider reported against what was known' }),
    errorCode: z.string().nullable().meta({ description: 'Of a reported failure' }),
    reportedAt: z.string().meta({ description: 'When it happened, by the provider' }),
    receivedAt: z.string(),
    status: z.enum(MESSAGE_STATUSES).meta({ description: 'The status of the message now' }),
    charged: z.boolean().meta({ description: 'Whether the vendor paid for it. The report moved no money' }),
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
