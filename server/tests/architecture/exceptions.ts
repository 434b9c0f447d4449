import type { Exception } from './rule.ts'

/** Every place where a rule does not hold, with the reason. An entry that covers nothing any more fails the test. */

/** Functions of an SQL file that take no vendor. What is not about one vendor belongs in a cross-vendor.sql.ts. */
export const WITHOUT_VENDOR: readonly Exception[] = [
  {
    file: 'server/src/features/imports/staging/staging.sql.ts',
    names: ['copyStaged'],
    why: 'COPY takes encoded rows, and each of them contains its vendor',
  },
]

/** Read the time of the machine instead of the clock. */
export const MACHINE_TIME: readonly Exception[] = [
  {
    file: 'server/src/features/sandbox/announce.ts',
    why: 'tells the sandbox how far the clock is from machine time',
  },
  {
    file: 'server/src/embedded/data-dir.ts',
    why: 'the heartbeat is a file time, compared with the file system alone',
  },
  { file: 'server/src/features/monitoring/processes.ts', why: 'compares machine time with the database' },
  {
    file: 'server/src/adapters/queue/bullmq-engine.ts',
    why: 'BullMQ counts delays in real time, if nobody says better',
  },
]

/** Functions of sql.ts that write without a transaction around them. */
export const WITHOUT_TRANSACTION: readonly Exception[] = [
  {
    file: 'server/src/features/webhook-intake/cross-vendor.sql.ts',
    names: ['insertEvents', 'claimDue'],
    why: 'must be committed before the answer, or before the work; the one statement is the transaction',
  },
  {
    file: 'server/src/features/messages/sending/claim.sql.ts',
    names: ['claimCampaignMessages'],
    why: 'must be committed before the provider is called; the one statement is the transaction',
  },
  {
    file: 'server/src/features/messages/sending/lease.cross-vendor.sql.ts',
    names: ['insertRelayPlaces', 'leaseCampaignMessages', 'leaseSingles'],
    why: 'the lease must be committed before the queue is told; the one statement is the transaction',
  },
  {
    file: 'server/src/features/messages/sending/outcomes.sql.ts',
    names: ['setSent'],
    why: 'where everything was accepted it stands alone; the one statement is the transaction',
  },
  {
    file: 'server/src/features/orders/cross-vendor.sql.ts',
    names: ['claimDue'],
    why: 'the next check must be committed before the gateway is asked',
  },
  {
    file: 'server/src/features/imports/staging/chunks.sql.ts',
    names: ['recordAttempt'],
    why: 'counts a try before it begins; it must stay when the try fails',
  },
  {
    file: 'server/src/features/api-keys/sql.ts',
    names: ['touchApiKey'],
    why: 'notes a use beside a request that only reads; losing the note loses nothing',
  },
  {
    file: 'server/src/features/auth/cross-vendor.sql.ts',
    names: ['purge'],
    why: 'each delete stands alone, and holding all of them in one transaction would only lock for longer',
  },
  {
    file: 'server/src/features/team/cross-vendor.sql.ts',
    names: ['purgeInvitationLog'],
    why: 'one delete stands alone',
  },
  {
    file: 'server/src/features/auth/codes/codes.cross-vendor.sql.ts',
    names: ['purgeCodes'],
    why: 'each delete stands alone',
  },
  {
    file: 'server/src/features/auth/codes/challenges.cross-vendor.sql.ts',
    names: ['purgeChallenges'],
    why: 'one delete stands alone',
  },
  {
    file: 'server/src/features/auth/mfa/passkeys.cross-vendor.sql.ts',
    names: ['purgePasskeyChallenges'],
    why: 'one delete stands alone',
  },
  {
    file: 'server/src/features/auth/sign-in/sources.cross-vendor.sql.ts',
    names: ['purgeSources'],
    why: 'each delete stands alone',
  },
  {
    file: 'server/src/features/outbox/cross-vendor.sql.ts',
    names: ['leaseDue'],
    why: 'the lease must be committed before the rows are published, so the one statement is the transaction',
  },
  {
    file: 'server/src/features/outbox/sql.ts',
    names: ['deleteEvent'],
    why: 'after its job has run the row goes alone; a dead job takes it along in a transaction',
  },
  {
    file: 'server/src/platform/clock/cross-vendor.sql.ts',
    names: ['reportProcess', 'removeProcess', 'removeDeadProcesses'],
    why: "a process's sign of life is one statement that belongs to nothing else",
  },
  {
    file: 'server/src/platform/idempotency/cross-vendor.sql.ts',
    names: ['claim', 'renew', 'release'],
    why: 'a claim must be seen by other requests at once, before any transaction of its own request ends',
  },
  {
    file: 'server/src/platform/idempotency/cross-vendor.sql.ts',
    names: ['saveAnswer'],
    why: 'joins the transaction of the use case, or stands alone where the use case saved no answer',
  },
]

/** Files that a tool reads by its own rules. */
export const DEFAULT_EXPORTS: readonly Exception[] = [
  { file: 'portal/vite.config.ts', why: 'vite takes its settings from the default export' },
]

/** Exported for a reader that is no import. */
export const EXPORTED_FOR_OTHERS: readonly Exception[] = [
  {
    file: 'server/src/features/dependencies.ts',
    names: ['SLICES'],
    why: 'the rule about slices reads the table as text',
  },
  {
    file: 'server/src/platform/http/errors/problem.ts',
    names: ['Problem'],
    why: 'the OpenAPI document takes it from the registry of schemas, by its id',
  },
]

/** Types that the compiler has to name in the declarations of other files, where it infers them (TS4023). */
const INFERRED_ELSEWHERE: readonly { file: string; names: readonly string[] }[] = [
  { file: 'server/src/domain/billing/subscription.ts', names: ['SubscriptionState'] },
  { file: 'server/src/domain/notifications/campaign.ts', names: ['CampaignFigures'] },
  { file: 'server/src/domain/notifications/refund.ts', names: ['RefundSubject'] },
  { file: 'server/src/domain/notifications/subscription.ts', names: ['Due'] },
  { file: 'server/src/domain/notifications/template.ts', names: ['TemplateFigures', 'WithReason'] },
  { file: 'server/src/domain/notifications/wallet.ts', names: ['UnmatchedPayment'] },
  { file: 'server/src/features/auth/sessions/sessions.ts', names: ['VendorSummary'] },
  { file: 'server/src/features/imports/tables.ts', names: ['HistoryEntry'] },
  { file: 'server/src/features/messages/singles/cross-vendor.sql.ts', names: ['RecentSender'] },
  { file: 'server/src/platform/mail.ts', names: ['MailContent'] },
]
export const EXPORTED_FOR_DECLARATIONS: readonly Exception[] = INFERRED_ELSEWHERE.map((types) => ({
  ...types,
  why: 'the declarations of other files name the type, which is inferred there',
}))

/** Longer than a file should be. */
export const LONG_FILES: readonly Exception[] = []
