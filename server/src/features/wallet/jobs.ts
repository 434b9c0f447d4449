import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** The balance has fallen below the vendor's threshold, by the ledger row with this sequence. */
export const noticeLowBalance = defineJob('wallet.notice-low-balance', z.object({ sequence: z.int() }))
