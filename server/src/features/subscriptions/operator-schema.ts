import { z } from 'zod'
import { CYCLES } from '../../domain/billing/billing-cycle.ts'
import { PLANS } from '../../domain/billing/subscription.ts'

const PAISE_MIN = 100
const PAISE_MAX = 100_000_000_000
const CAP_MAX = 1_000_000_000

export const OperatorTerms = z
  .strictObject({
    plan: z.enum(PLANS).default('SMB'),
    cycle: z.enum(CYCLES).default('MONTHLY'),
    monthlyAmountPaise: z
      .int()
      .min(PAISE_MIN)
      .max(PAISE_MAX)
      .optional()
      .meta({ description: 'Before GST; CUSTOM only' }),
    conversationCap: z.int().min(1).max(CAP_MAX).optional().meta({ description: 'Conversations per month' }),
    trialUntil: z.iso
      .datetime({ offset: true })
      .transform((text) => new Date(text))
      .optional()
      .meta({ description: 'Makes it a trial that ends at this time' }),
  })
  .refine(({ plan, trialUntil }) => plan === 'CUSTOM' || trialUntil !== undefined, {
    path: ['trialUntil'],
    error: 'is required: only a CUSTOM plan can be set without a trial; vendors order the other plans themselves',
  })
  .refine(
    ({ plan, monthlyAmountPaise, conversationCap }) =>
      plan !== 'CUSTOM' || (monthlyAmountPaise !== undefined && conversationCap !== undefined),
    { path: ['plan'], error: 'CUSTOM requires monthlyAmountPaise and conversationCap' },
  )
  .refine(({ plan, monthlyAmountPaise }) => plan === 'CUSTOM' || monthlyAmountPaise === undefined, {
    path: ['monthlyAmountPaise'],
    error: 'is only allowed for a CUSTOM plan',
  })
  .meta({
    id: 'OperatorTerms',
    description: 'A CUSTOM plan, or a trial of any plan.',
    example: { plan: 'CUSTOM', cycle: 'MONTHLY', monthlyAmountPaise: 2_500_000, conversationCap: 500_000 },
  })
export type OperatorTerms = z.output<typeof OperatorTerms>
