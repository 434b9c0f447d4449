import { beforeAll, describe, expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../../tests/support/database/database.ts'
import { describeSchema } from '../../../../tests/support/database/describe-schema.ts'
import { GLOBAL_KEYS, TABLES_WITHOUT_KEY } from '../../../../tests/support/database/global-keys.ts'
import {
  readForeignKeysWithoutVendor,
  readTablesWithoutKey,
  readUniqueIndexes,
} from '../../../../tests/support/database/vendor-keys.ts'
import { APPROVAL_STATUSES } from '../../../domain/accounts/approval.ts'
import { CYCLES } from '../../../domain/billing/billing-cycle.ts'
import { REFUND_STATUSES } from '../../../domain/billing/refund-request.ts'
import { PLANS, SUBSCRIPTION_STATUSES } from '../../../domain/billing/subscription.ts'
import { UNMATCHED_STATES } from '../../../domain/billing/unmatched-payment.ts'
import { CONTACT_SOURCES } from '../../../domain/contacts/contact.ts'
import { IMPORT_STATUSES } from '../../../domain/imports/import-job.ts'
import { TAX_KINDS } from '../../../domain/invoicing/gst.ts'
import { CAMPAIGN_STATUSES } from '../../../domain/messaging/campaign.ts'
import { MESSAGE_STATUSES } from '../../../domain/messaging/settlement.ts'
import { LEDGER_TYPES } from '../../../domain/money/ledger-signs.ts'
import { CATEGORIES } from '../../../domain/money/pricing.ts'
import { TEMPLATE_STATUSES } from '../../../domain/template/status.ts'
import { TEMPLATE_CATEGORIES } from '../../../domain/template/template.ts'
import { migrate } from './migrate.ts'

let schema: string
let url: string
beforeAll(async () => {
  url = await createEmptyDatabase()
  await migrate(url)
  schema = await describeSchema(url)
})

test('schema.sql describes what the migrations and stored functions create', async () => {
  await expect(schema).toMatchFileSnapshot('../../../../schema.sql')
})

describe('a PostgreSQL that is sharded by vendor takes the tables as they are:', () => {
  const named = (exceptions: Readonly<Record<string, readonly string[]>>) => Object.values(exceptions).flat().sort()

  test('every primary key and unique index of a vendor table contains the vendor, or is listed with a reason', async () => {
    const global = (await readUniqueIndexes(url)).filter(({ columns }) => !columns.includes('vendor_id'))
    expect(global.map(({ index }) => index).sort()).toEqual(named(GLOBAL_KEYS))
  })

  test('every vendor table has a primary key, or is listed with a reason', async () => {
    expect(await readTablesWithoutKey(url)).toEqual(named(TABLES_WITHOUT_KEY))
  })

  test('every foreign key between vendor tables compares the vendor', async () => {
    expect(await readForeignKeysWithoutVendor(url)).toEqual([])
  })
})

describe('the database accepts exactly the values of the domain for', () => {
  test.each([
    ['wallet_transaction_type_check', LEDGER_TYPES],
    ['message_status_check', MESSAGE_STATUSES],
    ['message_category_check', CATEGORIES],
    ['campaign_status_check', CAMPAIGN_STATUSES],
    ['template_status_check', TEMPLATE_STATUSES],
    ['template_category_check', TEMPLATE_CATEGORIES],
    ['import_job_status_check', IMPORT_STATUSES],
    ['contact_source_check', CONTACT_SOURCES],
    ['subscription_status_check', SUBSCRIPTION_STATUSES],
    ['subscription_plan_check', PLANS],
    ['subscription_cycle_check', CYCLES],
    ['refund_request_status_check', REFUND_STATUSES],
    // EXPIRED is computed on read
    ['approval_status_check', APPROVAL_STATUSES.filter((status) => status !== 'EXPIRED')],
    ['unplaced_payment_state_check', UNMATCHED_STATES],
    ['invoice_tax_kind_check', TAX_KINDS],
  ])('%s', (constraint, values) => {
    const [definition = ''] = new RegExp(`constraint ${constraint} .*`).exec(schema) ?? []
    const accepted = [...definition.matchAll(/'([^']+)'::text/g)].map(([, value]) => value)
    expect(accepted.sort()).toEqual([...values].sort())
  })
})
