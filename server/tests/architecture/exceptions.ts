import type { Exception } from './rule.ts'

/** Every place where a rule does not hold, with the reason. An entry that covers nothing any more fails the test. */

/** Functions of sql.ts that are not about one vendor. */
export const WITHOUT_VENDOR: readonly Exception[] = [
  {
    file: 'server/src/features/messages/campaign/recipients.sql.ts',
    names: ['estimatedRows', 'analyzeMessages'],
    why: 'statistics are of the whole table',
  },
  {
    file: 'server/src/features/conversations/inbound.sql.ts',
    names: ['findKnownWamids', 'purgeInboundBefore'],
    why: 'the provider names a message, whosever it is; what is old goes, of everybody at once',
  },
  {
    file: 'server/src/features/messages/singles/single.sql.ts',
    names: ['clearTestContentBefore'],
    why: 'forgets what is old, of everybody at once',
  },
  {
    file: 'server/src/features/messages/singles/reply-routing.sql.ts',
    names: ['findRecentSenders', 'deleteRoutesBefore'],
    why: 'finds the vendors that wrote to a number, and forgets them all after a while',
  },
  {
    file: 'server/src/features/wallet/ledger.sql.ts',
    names: ['walletsAfter'],
    why: 'walks through the wallets of all vendors, for whoever proves them all',
  },
  {
    file: 'server/src/features/subscriptions/gateway/gateway.sql.ts',
    names: ['findByGatewayId'],
    why: 'the gateway names its own id, and the vendor follows from it',
  },
  {
    file: 'server/src/features/subscriptions/sql.ts',
    names: ['findDue'],
    why: 'finds what is due, of every vendor, and names the vendor of each',
  },
  {
    file: 'server/src/features/imports/staging.sql.ts',
    names: ['copyStaged'],
    why: 'every row of a COPY names its vendor',
  },
  {
    file: 'server/src/features/approvals/sql.ts',
    names: ['vendorOfApproval', 'findApproval', 'listApprovals', 'countApprovals'],
    why: 'for operators, who see all vendors; the vendor follows from the approval',
  },
  {
    file: 'server/src/features/approvals/sql.ts',
    names: ['rejectPendingOf'],
    why: 'the requests of one operator, whatever the vendor',
  },
  {
    file: 'server/src/features/api-keys/sql.ts',
    names: ['findApiKey'],
    why: 'the key is all that its bearer shows; the vendor follows from it',
  },
  {
    file: 'server/src/features/team/sql.ts',
    names: ['purgeInvitationLog'],
    why: 'clears what has run out, of everybody',
  },
  {
    file: 'server/src/features/vendors/sql.ts',
    names: ['listVendors', 'countVendors'],
    why: 'for operators, who see all vendors',
  },
  {
    file: 'server/src/features/vendors/sql.ts',
    names: ['membershipOf'],
    why: 'at sign-in the account leads to the vendor',
  },
  {
    file: 'server/src/features/pricing/terms.sql.ts',
    names: ['listTiers', 'findTier', 'insertTier', 'listFees', 'feeFor', 'insertFee'],
    why: 'tiers are for many vendors, fees for all of a currency',
  },
  {
    file: 'server/src/features/orders/sql.ts',
    names: ['findOrderToPay', 'lockOrderOf', 'setFailed'],
    why: 'a payer or the gateway names the order; the vendor follows from it',
  },
  {
    file: 'server/src/features/orders/sql.ts',
    names: ['claimDue'],
    why: 'finds what is due, of every vendor, and names the vendor of each',
  },
  {
    file: 'server/src/features/templates/sql.ts',
    names: ['lockByProviderId', 'lockByIdOrName'],
    why: 'the provider names its template, and the vendor follows from it',
  },
  {
    file: 'server/src/features/campaigns/lifecycle/lifecycle.sql.ts',
    names: ['listOpenCampaigns'],
    why: 'the sweep looks after the campaigns of every vendor, and names the vendor of each',
  },
  {
    file: 'server/src/features/media/sql.ts',
    names: ['listStale'],
    why: 'clears what nothing shows, of everybody at once, and names the vendor of each',
  },
  {
    file: 'server/src/features/messages/settlement/settle.sql.ts',
    names: ['findByWamid', 'findByReference', 'findCampaigns'],
    why: 'the provider names its message or ours, and the vendor follows from it',
  },
  {
    file: 'server/src/features/messages/settlement/settle.sql.ts',
    names: ['findSilentSingles'],
    why: 'finds what is due, of every vendor, and names the vendor of each',
  },
  { file: 'server/src/features/webhook-intake/sql.ts', why: 'whose an event is shows when it is read' },
  {
    file: 'server/src/features/messages/sending/lease.sql.ts',
    names: ['insertRelayPlaces', 'leaseCampaignMessages', 'leaseSingles'],
    why: 'the relay takes a few rows of every vendor in one statement',
  },
  {
    file: 'server/src/features/messages/sending/outcomes.sql.ts',
    names: ['expireSending'],
    why: 'finds what is due, of every vendor',
  },
  {
    file: 'server/src/features/messages/sending/unfunded.sql.ts',
    names: ['listOldestUnfunded'],
    why: 'finds what is due, of every vendor, and names the vendor of each',
  },
  {
    file: 'server/src/features/campaigns/running-campaigns.sql.ts',
    names: ['listRunningByVendor'],
    why: 'the relay walks through all vendors with running campaigns',
  },
  {
    file: 'server/src/features/dispatch/provider/sql.ts',
    names: ['findState', 'setStopped', 'setResumed', 'setSlow'],
    why: "the provider's account is shared by all vendors",
  },
  {
    file: 'server/src/features/outbox/sql.ts',
    names: ['leaseDue'],
    why: 'the relay takes a few rows of every vendor in one statement',
  },
  {
    file: 'server/src/features/outbox/dead-letters.sql.ts',
    names: ['listLetters', 'countLetters', 'findLetter', 'closeWebhookLetters'],
    why: 'for operators, who see what failed of all vendors',
  },
  {
    file: 'server/src/features/refunds/sql.ts',
    names: ['vendorOfRequest', 'listAllRequests', 'countAllRequests'],
    why: 'for operators, who see all vendors and name a request alone',
  },
  {
    file: 'server/src/features/refunds/payouts/payouts.sql.ts',
    names: ['findTold'],
    why: 'the gateway names its refund or payment, and the vendor follows from it',
  },
  {
    file: 'server/src/platform/crypto/sql.ts',
    names: ['vendorsNotWrappedBy'],
    why: 'key rotation goes through all vendors',
  },
  {
    file: 'server/src/features/invoices/sql.ts',
    names: ['takeNumber', 'rupeesFor'],
    why: 'a series of numbers and a rate are of the whole installation',
  },
  { file: 'server/src/platform/clock/sql.ts', why: 'the clock and the processes are of the whole installation' },
  {
    file: 'server/src/platform/idempotency/sql.ts',
    why: 'a key belongs to whoever sent the request, who may have no vendor yet: KeyOf names that scope',
  },
]
