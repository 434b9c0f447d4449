import { quotedName, quotedText } from '../../domain/accounts/quoted-name.ts'
import { DAY_MS, HOUR_MS } from '../../domain/durations.ts'
import { SUPPORT_REQUESTS_PER_DAY_MAX, SUPPORT_REQUESTS_PER_HOUR_MAX } from '../../domain/limits.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { takePermitsOrFail, tooMany } from '../../platform/http/guards/throttle.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { newId } from '../../platform/ids.ts'
import { mailLayout } from '../../platform/mail.ts'
import { MailRejected } from '../../ports/mailer.ts'
import { describeAccounts } from '../auth/accounts/accounts.ts'
import { readProfile } from '../vendors/profile.ts'
import type { SupportBody } from './schema.ts'

type AskDeps = Pick<Deps, 'db' | 'keyring' | 'mailer' | 'rateLimiter' | 'config'>

/**
 * Mails support immediately and keeps no copy, because support messages must not be stored here. If the mail server
 * refuses it, the user gets an error and still has the text.
 */
export async function askSupport(deps: AskDeps, who: VendorPrincipal, body: SupportBody) {
  await assertMayAsk(deps, `support-day:${who.vendorId}`, SUPPORT_REQUESTS_PER_DAY_MAX, DAY_MS)
  await assertMayAsk(deps, `support:${who.vendorId}`, SUPPORT_REQUESTS_PER_HOUR_MAX, HOUR_MS)
  const { companyName } = await readProfile(deps, deps.db, who.vendorId)
  const content = mailLayout({
    subject: 'Support request from a vendor',
    paragraphs: [
      `${await authorName(deps, who)} of ${quotedName(companyName)} wrote about ${quotedName(body.subject)}:`,
      ...body.message.split(/\n\s*\n/).map(quotedText),
      `Vendor: ${who.vendorId}`,
      `Request: ${body.requestId ?? 'not given'}`,
    ],
  })
  await send(deps, content)
  return { message: 'Your message has been sent to support.' }
}

async function assertMayAsk({ rateLimiter }: AskDeps, key: string, limit: number, windowMs: number) {
  const permits = await takePermitsOrFail(rateLimiter, key, limit, windowMs)
  if (permits.granted === 0)
    throw tooMany(
      Math.ceil(permits.retryAfterMs / 1000),
      'You have already sent several messages to support. Wait for a reply before sending another one.',
    )
}

async function authorName(deps: AskDeps, { accountId, role }: VendorPrincipal) {
  if (!accountId) return 'An API key'
  const account = (await describeAccounts(deps, deps.db, [accountId])).get(accountId)
  return `${account?.email ?? 'Somebody'} (${role})`
}

async function send({ mailer, config }: AskDeps, content: ReturnType<typeof mailLayout>) {
  try {
    await mailer.send({ messageId: newId<'support'>(), to: config.SUPPORT_EMAIL, ...content })
  } catch (error) {
    if (!(error instanceof MailRejected)) throw error
    throw new AppError('SERVICE_UNAVAILABLE', {
      detail: `Your message could not be sent right now. Try again, or email ${config.SUPPORT_EMAIL}.`,
    })
  }
}
