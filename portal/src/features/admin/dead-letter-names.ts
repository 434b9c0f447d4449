import type { LetterView } from '@harkara/server/admin/schema'
import type { Out } from '../../api/types.ts'

export type Letter = Out<typeof LetterView>

export const LETTER_KINDS: Record<Letter['kind'], string> = {
  WEBHOOK: 'Webhook',
  JOB: 'Job',
  MESSAGE: 'Message',
}
