import { HOUR_MS, MINUTE_MS } from '../../../domain/durations.ts'
import type { InboundMessage, StatusUpdate } from '../../../ports/provider-events.ts'
import { receiveMessages } from '../../conversations/receive.ts'
import { settleStatusUpdates } from '../../messages/settlement/settle-status-updates.ts'
import { type Company, REPLIES } from './company.ts'
import type { Month } from './month.ts'
import type { SentMessage } from './simulated-deps.ts'

/** Shares of the recipients of a campaign. */
export interface Reaction {
  fails: number
  reads: number
  replies: number
}

const DELIVERED_WITHIN_MS = 40 * MINUTE_MS
const READ_WITHIN_MS = DELIVERED_WITHIN_MS + 8 * HOUR_MS
const REPLIED_WITHIN_MS = DELIVERED_WITHIN_MS + 3 * HOUR_MS

/** Error codes of the provider: not on WhatsApp (three of five), too much marketing, part of an experiment. */
const FAILURES = [131_026, 131_026, 131_049, 131_026, 130_472]

/** Launches a campaign and schedules the outcomes of its messages. */
export async function runCampaign(
  month: Month,
  company: Company,
  campaign: Parameters<Company['launch']>[0],
  { fails, reads, replies }: Reaction,
) {
  await company.launch(campaign)
  const start = month.deps.clock.now().getTime()
  const at = (ms: number) => new Date(start + ms)
  // The messages leave right after the launch, before anything else happens.
  month.schedule(at(1), async () => {
    const sent = month.sent.splice(0).map((message) => ({ ...message, isFailed: Math.random() < fails }))
    const seen = sent.filter(({ isFailed }) => !isFailed && Math.random() < reads)
    const answered = seen.filter(() => Math.random() < replies / reads)
    // Squared, so that most status updates arrive early.
    const between = (from: number, to: number) => at(from + Math.random() ** 2 * (to - from))
    const oneOf = <T>(options: readonly T[]) => options[Math.floor(Math.random() * options.length)] as T
    const delivered = sent.map(({ isFailed, ...message }): StatusUpdate => {
      const known = update(message, between(MINUTE_MS, DELIVERED_WITHIN_MS))
      return isFailed ? { ...known, status: 'failed', errorCode: oneOf(FAILURES) } : { ...known, status: 'delivered' }
    })
    const read = seen.map(
      (message): StatusUpdate => ({
        ...update(message, between(DELIVERED_WITHIN_MS, READ_WITHIN_MS)),
        status: 'read',
      }),
    )
    const texts = answered.map((message) =>
      reply(message, oneOf(REPLIES).text, between(DELIVERED_WITHIN_MS, REPLIED_WITHIN_MS)),
    )
    month.schedule(at(DELIVERED_WITHIN_MS), () => settleStatusUpdates(month.deps, delivered))
    month.schedule(at(REPLIED_WITHIN_MS), () => receiveMessages(month.deps, texts))
    month.schedule(at(READ_WITHIN_MS), () => settleStatusUpdates(month.deps, read))
  })
}

/** The company answers its customers, and the answers are delivered immediately. */
export async function answerMessages(month: Month, company: Company) {
  await company.answerMessages()
  const now = month.deps.clock.now()
  const answers = month.sent.splice(0)
  await settleStatusUpdates(
    month.deps,
    answers.map((message) => ({ ...update(message, now), status: 'delivered' })),
  )
}

const update = ({ wamid, reference }: SentMessage, at: Date) => ({ wamid, reference, at })

const reply = ({ wamid, reference, to }: SentMessage, text: string, at: Date): InboundMessage => ({
  wamid: `wamid.reply-${reference}`,
  from: to.slice(1),
  name: '',
  type: 'text',
  at,
  contextId: wamid,
  content: { text },
})
