import type { Context, Outcome } from '../context.ts'
import { finish } from '../review.ts'

export const confirmCommand = (context: Context, jobId: string): Promise<Outcome> => finish(context, jobId)
