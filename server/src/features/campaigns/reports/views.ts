import { z } from 'zod'
import { CAMPAIGN_STATUSES, PAUSE_REASONS } from '../../../domain/messaging/campaign.ts'
import { MESSAGE_STATUSES } from '../../../domain/messaging/settlement.ts'
import { CREATED, ListQuery, SORT } from '../../../platform/http/pagination.ts'
import { SKIPPED_FIELDS } from '../../quotations/schema.ts'

const ERROR_CODE_CHARS_MAX = 50

export const CampaignsQuery = ListQuery.extend({ status: z.enum(CAMPAIGN_STATUSES).optional(), ...CREATED, ...SORT })
export const MessagesQuery = ListQuery.extend({
  status: z.enum(MESSAGE_STATUSES).optional(),
  errorCode: z
    .string()
    .max(ERROR_CODE_CHARS_MAX)
    .optional()
    .meta({ description: 'Failed messages with this error code' }),
  read: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`true`: messages that were read; `false`: the others' }),
  contacts: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`true` includes the name and number of each recipient that is still a contact' }),
})

const Instant = z.string().nullable()

const SUMMARY = {
  id: z.string(),
  name: z.string(),
  status: z.enum(CAMPAIGN_STATUSES).meta({ example: 'RUNNING' }),
  pauseReason: z.enum(PAUSE_REASONS).nullable(),
  pauseExplanation: z
    .string()
    .nullable()
    .meta({ description: 'Why it is paused and how it can be resumed, as readable text' }),
  templateId: z.string(),
  templateName: z.string(),
  language: z.string(),
  category: z.string(),
  contactListId: z.string().nullable().meta({ description: 'null: the failed recipients of the parent campaign' }),
  quotationId: z.string().nullable(),
  parentCampaignId: z.string().nullable().meta({ description: 'The campaign whose failed recipients it retries' }),
  recipients: z.int(),
  ...SKIPPED_FIELDS,
  currency: z.string(),
  scheduledAt: Instant,
  launchedAt: Instant,
  endedAt: Instant,
  billingClosedAt: Instant.meta({ description: 'All messages are settled and the rest of the hold is released' }),
  createdAt: z.string(),
}

export const CampaignSummary = z
  .object({
    ...SUMMARY,
    unsentCount: z.int().meta({ description: 'Queued to be sent' }),
    deliveredCount: z.int(),
    readCount: z.int().meta({ description: 'Of the delivered messages' }),
    failedCount: z.int(),
    spentMinorUnit: z.int().meta({ description: 'Charged so far, including the platform fee' }),
    heldMinorUnit: z.int().meta({ description: 'Still on hold' }),
  })
  .meta({ id: 'CampaignSummary' })

const FailureView = z.object({
  errorCode: z.string(),
  errorReason: z.string(),
  suggestion: z
    .string()
    .meta({ description: 'What to do about it', example: 'The cause was temporary. Retry these recipients.' }),
  count: z.int(),
  costMinorUnit: z.int().meta({ description: 'What they would have cost; returned to the wallet' }),
  mayBeTriedAgain: z
    .boolean()
    .meta({ description: 'Whether a retry of the campaign would include at least some of them' }),
  retryableAt: z
    .string()
    .nullable()
    .meta({ description: 'From when a retry would include all of them; null: immediately or never' }),
})

const VariableView = z.object({ from: z.string(), fallback: z.string().optional() })

export const CampaignView = z
  .object({
    ...SUMMARY,
    counts: z.record(z.enum(MESSAGE_STATUSES), z.int()).meta({ description: 'Messages by status' }),
    readCount: z.int().meta({ description: 'Of the delivered messages' }),
    failures: z.array(FailureView).meta({ description: 'Failed messages by reason, most frequent first' }),
    variables: z
      .record(z.string(), z.union([z.object({ value: z.string() }), VariableView]))
      .meta({ description: 'Sources of the template variables, as given at launch' }),
    progress: z.object({
      total: z.int(),
      done: z.int().meta({ description: 'No longer queued' }),
      percent: z.int(),
    }),
    endsAt: Instant.meta({ description: "When the last message will have been sent, at today's rate" }),
    cost: z.object({
      estimatedMinorUnit: z.int().meta({ description: 'At the quoted prices, including the platform fee' }),
      platformFeeMinorUnit: z.int(),
      reservedMinorUnit: z.int().meta({ description: 'Total ever placed on hold for it' }),
      capturedMinorUnit: z.int().meta({ description: 'Spent' }),
      refundedMinorUnit: z
        .int()
        .meta({ description: 'Returned to the wallet for messages that failed or were never confirmed' }),
      releasedMinorUnit: z.int().meta({ description: 'Returned to the wallet because it was not needed' }),
      heldMinorUnit: z.int().meta({ description: 'Still on hold' }),
      heldUntil: Instant.meta({
        description: 'When the rest of the hold is released at the latest; null while the campaign runs',
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
      .meta({ description: "The provider's error code or one of the platform", example: '131026' }),
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
      .meta({ description: 'If requested; null once the contact is deleted' }),
  })
  .meta({ id: 'Message' })

export const TimelineView = z
  .object({
    stepSeconds: z.int().meta({ description: 'Length of each interval; grows with the length of the campaign' }),
    steps: z.array(
      z.object({
        at: z.string().meta({ description: 'Start of the interval' }),
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
    ...SKIPPED_FIELDS,
    isFinal: z.boolean().meta({
      description: 'Billing is closed: nothing more is charged. Failures reported later are still refunded',
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
    campaignFeeMinorUnit: z.int().meta({ description: 'The flat fee of the campaign; part of the platform fee' }),
    providerCostMinorUnit: z.int(),
    platformFeeMinorUnit: z.int(),
    totalMinorUnit: z.int().meta({ description: 'The amount charged. No GST: it is not a separate supply' }),
  })
  .meta({ id: 'CampaignReceipt' })
export type ReceiptView = z.output<typeof ReceiptView>

const CAMPAIGN_PARTS = ['timeline', 'receipt'] as const
export type CampaignPart = (typeof CAMPAIGN_PARTS)[number]

export const CampaignQuery = z.strictObject({
  include: z
    .string()
    .optional()
    .transform((names) => (names ? names.split(',') : []))
    .pipe(z.array(z.enum(CAMPAIGN_PARTS)).max(CAMPAIGN_PARTS.length))
    .meta({ description: 'Parts to add, separated by commas: `timeline`, `receipt`', example: 'timeline,receipt' }),
})

export const CampaignDetailsView = CampaignView.extend({
  timeline: TimelineView.optional().meta({ description: 'If included' }),
  receipt: ReceiptView.optional().meta({ description: 'If included' }),
}).meta({ id: 'CampaignDetails' })
export type CampaignDetailsView = z.output<typeof CampaignDetailsView>
