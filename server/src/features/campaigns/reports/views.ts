import { z } from 'zod'
import { CAMPAIGN_STATUSES, PAUSE_REASONS } from '../../../domain/messaging/campaign.ts'
import { MESSAGE_STATUSES } from '../../../domain/messaging/settlement.ts'
import { ListQuery } from '../../../platform/http/pagination.ts'
import { LEFT_OUT } from '../../quotations/schema.ts'

const ERROR_CODE_CHARS_MAX = 50

export const CampaignsQuery = ListQuery.extend({ status: z.enum(CAMPAIGN_STATUSES).optional() })
export const MessagesQuery = ListQuery.extend({
  status: z.enum(MESSAGE_STATUSES).optional(),
  errorCode: z.string().max(ERROR_CODE_CHARS_MAX).optional().meta({ description: 'Those that failed with it' }),
  contacts: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`true` adds name and number of each recipient who is still a contact' }),
})

const Instant = z.string().nullable()

const SUMMARY = {
  id: z.string(),
  name: z.string(),
  status: z.enum(CAMPAIGN_STATUSES).meta({ example: 'RUNNING' }),
  pauseReason: z.enum(PAUSE_REASONS).nullable(),
  pauseExplanation: z.string().nullable().meta({ description: 'Why it is paused and what makes it go on, for people' }),
  templateId: z.string(),
  templateName: z.string(),
  language: z.string(),
  category: z.string(),
  contactListId: z.string().nullable().meta({ description: 'null: the failed recipients of the parent' }),
  quotationId: z.string().nullable(),
  parentCampaignId: z.string().nullable().meta({ description: 'The campaign whose failed recipients it tries again' }),
  recipients: z.int(),
  ...LEFT_OUT,
  currency: z.string(),
  scheduledAt: Instant,
  launchedAt: Instant,
  endedAt: Instant,
  billingClosedAt: Instant.meta({ description: 'Every message is settled and the rest of the reserve is back' }),
  createdAt: z.string(),
}

export const CampaignSummary = z
  .object({
    ...SUMMARY,
    unsentCount: z.int().meta({ description: 'Still waiting to be sent' }),
    failedCount: z.int(),
  })
  .meta({ id: 'CampaignSummary' })

const FailureView = z.object({
  errorCode: z.string(),
  errorReason: z.string(),
  count: z.int(),
  costMinorUnit: z.int().meta({ description: 'What they would have cost; it is back in the wallet' }),
  mayBeTriedAgain: z.boolean().meta({ description: 'A campaign over the failed would include them, or some of them' }),
  retryableAt: z
    .string()
    .nullable()
    .meta({ description: 'From then on it would include all of them; null: at once, or never' }),
})

const VariableView = z.object({ from: z.string(), fallback: z.string().optional() })

export const CampaignView = z
  .object({
    ...SUMMARY,
    counts: z.record(z.enum(MESSAGE_STATUSES), z.int()).meta({ description: 'Messages by status' }),
    readCount: z.int().meta({ description: 'Of those delivered' }),
    failures: z.array(FailureView).meta({ description: 'What failed by its reason, most first' }),
    variables: z
      .record(z.string(), z.union([z.object({ value: z.string() }), VariableView]))
      .meta({ description: 'What fills the variables of its template, as a launch names it' }),
    progress: z.object({
      total: z.int(),
      done: z.int().meta({ description: 'No longer waiting to be sent' }),
      percent: z.int(),
    }),
    endsAt: Instant.meta({ description: 'When the last message will have left, at the rate of today' }),
    cost: z.object({
      estimatedMinorUnit: z.int().meta({ description: 'As priced, platform fee included' }),
      platformFeeMinorUnit: z.int(),
      reservedMinorUnit: z.int().meta({ description: 'All that was ever set aside for it' }),
      capturedMinorUnit: z.int().meta({ description: 'Used up' }),
      refundedMinorUnit: z
        .int()
        .meta({ description: 'Back in the wallet for messages that failed or whose outcome nobody knew' }),
      releasedMinorUnit: z.int().meta({ description: 'Back in the wallet because it was not needed' }),
      heldMinorUnit: z.int().meta({ description: 'Still set aside' }),
      heldUntil: Instant.meta({
        description: 'At the latest then the rest of what is held is back; null while it runs',
      }),
    }),
  })
  .meta({ id: 'Campaign' })
export type CampaignView = z.output<typeof CampaignView>

export const MessageView = z
  .object({
    id: z.string(),
    contactId: z.string().nullable(),
    status: z.enum(MESSAGE_STATUSES),
    wamid: z.string().nullable().meta({ description: "The provider's id" }),
    errorCode: z
      .string()
      .nullable()
      .meta({ description: "The provider's number or a word of ours", example: '131026' }),
    errorReason: z.string().nullable(),
    costMinorUnit: z.int(),
    retryCount: z.int(),
    nextRetryAt: Instant,
    sentAt: Instant,
    deliveredAt: Instant,
    readAt: Instant,
    failedAt: Instant,
    contact: z
      .object({ name: z.string(), e164: z.string() })
      .nullable()
      .optional()
      .meta({ description: 'If it was asked for; null once the contact is deleted' }),
  })
  .meta({ id: 'Message' })

export const TimelineView = z
  .object({
    stepSeconds: z.int().meta({ description: 'How long each step is: the longer the campaign, the longer' }),
    steps: z.array(
      z.object({
        at: z.string().meta({ description: 'When it begins' }),
        sent: z.int(),
        delivered: z.int(),
        failed: z.int(),
      }),
    ),
  })
  .meta({ id: 'CampaignTimeline' })
export type TimelineView = z.output<typeof TimelineView>

export const ReceiptView = z
  .object({
    campaignId: z.string(),
    name: z.string(),
    currency: z.string(),
    ...LEFT_OUT,
    isFinal: z.boolean().meta({
      description: 'Billing is closed: nothing more is charged. A failure that is told later is still refunded',
    }),
    lines: z.array(
      z.object({
        countryCode: z.string(),
        category: z.string(),
        messages: z.int(),
        unitMinorUnit: z.int(),
        totalMinorUnit: z.int(),
        providerCostMinorUnit: z.int(),
        platformFeeMinorUnit: z.int(),
      }),
    ),
    campaignFeeMinorUnit: z
      .int()
      .meta({ description: 'The fee for the campaign as a whole; part of the platform fee' }),
    providerCostMinorUnit: z.int(),
    platformFeeMinorUnit: z.int(),
    totalMinorUnit: z.int().meta({ description: 'What was charged. No GST: it is no supply of its own' }),
  })
  .meta({ id: 'CampaignReceipt' })
export type ReceiptView = z.output<typeof ReceiptView>
