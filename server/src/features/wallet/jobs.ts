import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** Sent when the ledger entry with this sequence brought the balance below the vendor's threshold. */
export const notifyLowBalance = defineJob('wallet.notice-low-balance', z.object({ sequence: z.int() }))
