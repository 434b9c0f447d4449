/**
 * Which slice may use which. Slices meet through each other's verbs and job definitions, never through each other's
 * SQL. The architecture test reads this table: an edge that is not here, or that nobody uses any more, fails it.
 */
export const SLICES = {
  outbox: [],
  audit: [],
  currency: ['audit'],
  wallet: ['outbox', 'currency'],
  vendors: ['wallet'],
  pricing: ['currency', 'wallet', 'vendors', 'audit'],
  'api-keys': ['vendors'],
  auth: ['vendors', 'outbox', 'api-keys'],
  team: ['auth', 'vendors', 'outbox'],
  admin: ['vendors', 'wallet', 'audit', 'notifications', 'inbox', 'outbox', 'payments', 'subscriptions'],
  sandbox: ['auth', 'vendors', 'contacts', 'orders', 'subscriptions', 'templates'],
  contacts: ['vendors'],
  lists: ['contacts', 'imports', 'vendors'],
  imports: ['contacts', 'vendors', 'outbox'],
  notifications: ['auth', 'vendors', 'wallet', 'outbox'],
  orders: ['vendors', 'wallet'],
  inbox: ['outbox'],
  subscriptions: ['vendors', 'wallet', 'orders', 'invoices', 'notifications', 'outbox', 'audit', 'currency'],
  invoices: ['vendors', 'outbox'],
  refunds: ['audit', 'currency', 'invoices', 'notifications', 'orders', 'outbox', 'subscriptions', 'vendors', 'wallet'],
  media: [],
  templates: ['media', 'vendors', 'notifications', 'outbox'],
  callbacks: ['inbox', 'templates'],
  invariants: [],
  payments: ['inbox', 'orders', 'wallet', 'subscriptions', 'invoices', 'notifications', 'refunds'],
  portal: [],
} as const satisfies Record<string, readonly string[]>
