import { z } from 'zod'
import { SUPPORT_MESSAGE_CHARS_MAX, SUPPORT_SUBJECT_CHARS_MAX } from '../../domain/limits.ts'
import { isId } from '../../platform/ids.ts'
import { singleLine } from '../vendors/schema.ts'

export const SupportBody = z
  .strictObject({
    subject: singleLine(SUPPORT_SUBJECT_CHARS_MAX),
    message: z
      .string()
      .trim()
      .min(1)
      .max(SUPPORT_MESSAGE_CHARS_MAX)
      .regex(/^(?:[^\p{Cc}\p{Cs}]|[\r\n\t])*$/u, 'must not contain control characters'),
    requestId: z
      .string()
      .refine(isId, { error: 'must be a request id' })
      .optional()
      .meta({ description: 'The `requestId` of the response in question' }),
  })
  .meta({
    id: 'SupportRequest',
    example: { subject: 'The preview stays empty', message: 'Since this morning all our previews are empty.' },
  })
export type SupportBody = z.output<typeof SupportBody>
export const SupportView = z.object({ message: z.string() })
