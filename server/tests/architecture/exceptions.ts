import type { Exception } from './rule.ts'

/** Every place where a rule does not hold, with the reason. An entry that covers nothing any more fails the test. */

/** Read the time of the machine instead of the clock. */
export const MACHINE_TIME: readonly Exception[] = [
  {
    file: 'server/src/platform/ids.ts',
    why: 'the time in an id is for order in the index alone; nothing reads it back',
  },
  {
    file: 'server/src/features/sandbox/announce.ts',
    why: 'tells the sandbox how far the clock is from machine time',
  },
  {
    file: 'server/src/embedded/data-dir.ts',
    why: 'the heartbeat is a file time, compared with the file system alone',
  },
  { file: 'server/src/adapters/queue/bullmq-worker.ts', why: 'BullMQ takes the end of a delay in machine time' },
]

/** Functions of sql.ts that are not about one vendor. */
export const WITHOUT_VENDOR: readonly Exception[] = [
  {
    file: 'server/src/features/invariants/sql.ts',
    names: ['violations', 'vendorsAfter'],
    why: 'invariants hold for all vendors; a run names those it looks at',
  },
  {
    file: 'server/src/features/wallet/ledger.sql.ts',
    names: ['walletsAfter'],
    why: 'walks through the wallets of all vendors, for whoever proves them all',
  },
  {
    file: 'server/src/features/subscriptions/plans.sql.ts',
    why: 'plans and their prices are the same for everybody',
  },
  {
    file: 'server/src/features/subscriptions/gateway.sql.ts',
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
    names: ['copyContacts', 'copyFailures', 'analyzeStaged'],
    why: 'every row of a COPY names its vendor; statistics are of the whole table',
  },
  {
    file: 'server/src/features/imports/sql.ts',
    names: ['staleUploads', 'forgottenJobs', 'jobsToPurge'],
    why: 'finds what is due, of every vendor, and names the vendor of each',
  },
  {
    file: 'server/src/features/auth/sql.ts',
    names: ['insertAccount', 'findAccountByEmail', 'findAccount', 'findAccounts', 'replacePassword', 'deleteAccount'],
    why: 'an account is found by its address or id, before any vendor is known',
  },
  {
    file: 'server/src/features/auth/sql.ts',
    names: ['insertOperator'],
    why: 'operators belong to the platform, not to a vendor',
  },
  {
    file: 'server/src/features/auth/sql.ts',
    names: ['insertAttempt', 'openAttempts', 'findAttempt', 'deleteAttempts'],
    why: 'the vendor is created when the registration is verified',
  },
  {
    file: 'server/src/features/auth/sql.ts',
    names: ['replaceCode', 'findCode', 'lockCode', 'spendTry', 'deleteCode'],
    why: 'a one-time code belongs to an address',
  },
  {
    file: 'server/src/features/auth/sql.ts',
    names: ['findFailures', 'lockFailures', 'ensureFailureRow', 'saveFailures', 'clearFailures'],
    why: 'wrong passwords are counted by address, also where there is no account',
  },
  {
    file: 'server/src/features/auth/sql.ts',
    names: [
      'insertSession',
      'lockSession',
      'isSessionOpen',
      'rotateSession',
      'useGrace',
      'revokeSession',
      'revokeSessionsOf',
    ],
    why: 'a session belongs to an account, which may be an operator without a vendor',
  },
  {
    file: 'server/src/features/api-keys/sql.ts',
    names: ['findApiKey'],
    why: 'the key is all that its bearer shows; the vendor follows from it',
  },
  { file: 'server/src/features/auth/sql.ts', names: ['purge'], why: 'clears what has run out, of everybody at once' },
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
  { file: 'server/src/features/pricing/prices.sql.ts', why: "the provider's prices are the same for everybody" },
  {
    file: 'server/src/features/pricing/terms.sql.ts',
    names: ['listTiers', 'findTier', 'insertTier', 'listFees', 'feeFor', 'insertFee'],
    why: 'tiers are for many vendors, fees for all of a currency',
  },
  { file: 'server/src/features/currency/sql.ts', why: 'currencies and their rates are the same for everybody' },
  {
    file: 'server/src/features/audit/sql.ts',
    names: ['insertEntry', 'listEntries', 'countEntries'],
    why: 'what operators do is about one vendor or about none, and they see all of it',
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
    names: ['lockByProviderId', 'lockUnanswered'],
    why: 'the provider names its template, and the vendor follows from it',
  },
  {
    file: 'server/src/features/media/sql.ts',
    names: ['listStale'],
    why: 'clears what nothing shows, of everybody at once, and names the vendor of each',
  },
  { file: 'server/src/features/inbox/sql.ts', why: 'whose an event is shows when it is read' },
  {
    file: 'server/src/features/outbox/sql.ts',
    names: ['leaseDue'],
    why: 'the relay takes a few rows of every vendor in one statement',
  },
  {
    file: 'server/src/features/outbox/dead-letters.sql.ts',
    names: ['listLetters', 'countLetters', 'findLetter'],
    why: 'for operators, who see what failed of all vendors',
  },
  {
    file: 'server/src/features/admin/billing.sql.ts',
    names: ['listBilling', 'countBilling', 'countByStatus'],
    why: 'for operators, who see all vendors',
  },
  {
    file: 'server/src/features/admin/dashboard.sql.ts',
    names: ['sumWallets', 'countWaiting', 'dailyMoney'],
    why: 'figures of the whole platform',
  },
  {
    file: 'server/src/features/refunds/sql.ts',
    names: ['vendorOfRequest', 'listAllRequests', 'countAllRequests'],
    why: 'for operators, who see all vendors and name a request alone',
  },
  {
    file: 'server/src/features/refunds/payouts.sql.ts',
    names: ['findByRefund', 'findAsked'],
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

/** Functions of sql.ts that write without a transaction around them. */
export const WITHOUT_TRANSACTION: readonly Exception[] = [
  {
    file: 'server/src/features/inbox/sql.ts',
    names: ['insertEvents', 'claimDue'],
    why: 'must be committed before the answer, or before the work; the one statement is the transaction',
  },
  {
    file: 'server/src/features/orders/sql.ts',
    names: ['claimDue'],
    why: 'the next check must be committed before the gateway is asked',
  },
  {
    file: 'server/src/features/imports/chunks.sql.ts',
    names: ['noteTry'],
    why: 'counts a try before it begins; it must stay when the try fails',
  },
  {
    file: 'server/src/features/api-keys/sql.ts',
    names: ['touchApiKey'],
    why: 'notes a use beside a request that only reads; losing the note loses nothing',
  },
  {
    file: 'server/src/features/auth/sql.ts',
    names: ['purge'],
    why: 'each delete stands alone, and holding all four in one transaction would only lock for longer',
  },
  {
    file: 'server/src/features/outbox/sql.ts',
    names: ['leaseDue'],
    why: 'the lease must be committed before the rows are published, so the one statement is the transaction',
  },
  {
    file: 'server/src/features/outbox/sql.ts',
    names: ['deleteEvent'],
    why: 'after its job has run the row goes alone; a dead job takes it along in a transaction',
  },
  {
    file: 'server/src/platform/clock/sql.ts',
    names: ['reportProcess', 'removeProcess', 'removeDeadProcesses'],
    why: "a process's sign of life is one statement that belongs to nothing else",
  },
  {
    file: 'server/src/platform/idempotency/sql.ts',
    names: ['claim', 'renew', 'release', 'removeOlderThan'],
    why: 'a claim must be seen by other requests at once, before any transaction of its own request ends',
  },
  {
    file: 'server/src/platform/idempotency/sql.ts',
    names: ['keepAnswer'],
    why: 'joins the transaction of the use case, or stands alone where the use case kept no answer',
  },
]

/** Longer than a file should be. */
export const LONG_FILES: readonly Exception[] = []
