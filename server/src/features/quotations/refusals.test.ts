import { beforeAll, describe, expect, test } from 'vitest'
import { approvedTemplate, NO_VARIABLES, newSender, TWO_VARIABLES } from '../../../tests/support/campaigns/campaigns.ts'
import { startQuoting } from '../../../tests/support/campaigns/quotations.ts'
import {
  type ContactTerms,
  labelContacts,
  listOfContacts,
  listOfLabels,
  newContacts,
} from '../../../tests/support/contacts/audiences.ts'
import { codecOf } from '../../../tests/support/contacts/contacts.ts'
import { advanceAndSignIn } from '../../../tests/support/payments/subscriptions.ts'
import type { TemplateStatus } from '../../domain/template/status.ts'
import type { TemplateComponent } from '../../domain/template/template.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { optInNumber, optOut } from '../contacts/audience/opt-out.ts'

let product: Awaited<ReturnType<typeof startQuoting>>
let sender: Awaited<ReturnType<typeof newSender>>
let other: Awaited<ReturnType<typeof newSender>>
beforeAll(async () => {
  product = await startQuoting()
  sender = await newSender(product)
  other = await newSender(product)
})

const ask = (body: object, who = sender) => product.post('/quotations', body, { token: who.token })
let mobiles = 0
const newMobile = () => `9197${String(10_000_000 + ++mobiles)}`
const hashOf = async (mobile: string, who = sender) => (await codecOf(product, who.vendorId)).hash(mobile)
const stop = async (mobile: string, reason: 'STOP' | 'PROVIDER' | 'PREFERENCE' = 'STOP', who = sender) => {
  const hash = await hashOf(mobile, who)
  await inTransaction(product.deps.db, (tx) => optOut(tx, who.vendorId, hash, reason, product.deps.clock.now()))
}
const start = async (mobile: string) => {
  const { deps } = product
  await inTransaction(deps.db, (tx) => optInNumber(tx, deps, sender.vendorId, mobile, ['STOP'], deps.clock.now()))
}
const made = (contacts: readonly ContactTerms[]) => newContacts(product, sender.vendorId, contacts)
const listWith = async (...contacts: ContactTerms[]) => listOfContacts(product, sender.vendorId, await made(contacts))

const NAME = { '1': 'name', '2': { value: 'x' } }
const CITY = { '1': 'attributes.city', '2': { value: 'x' } }
const BOTH = { '1': 'name', '2': 'attributes.city' }
const asha = { name: 'Asha', attributes: { city: 'Pune' } }

interface LeftOut {
  variables?: object
  contacts: (ContactTerms & { out?: 'STOP' | 'PROVIDER' | 'PREFERENCE' })[]
  recipients: number
  optedOut?: number
  missing?: number
}

const LEFT_OUT: Record<string, LeftOut> = {
  'nobody, where nothing is asked of them': { contacts: [{}, asha], recipients: 2 },
  'who wrote STOP': { contacts: [asha, { out: 'STOP' }], recipients: 1, optedOut: 1 },
  'whom the provider refuses': { contacts: [asha, { out: 'PROVIDER' }], recipients: 1, optedOut: 1 },
  'who prefers no marketing': { contacts: [asha, { out: 'PREFERENCE' }], recipients: 1, optedOut: 1 },
  'all who opted out, for whatever reason': {
    contacts: [asha, { out: 'STOP' }, { out: 'PROVIDER' }, { out: 'PREFERENCE' }],
    recipients: 1,
    optedOut: 3,
  },
  'who has no name': { variables: NAME, contacts: [asha, {}], recipients: 1, missing: 1 },
  'who has no such attribute': { variables: CITY, contacts: [asha, { name: 'Ravi' }], recipients: 1, missing: 1 },
  'whose attribute is empty': {
    variables: CITY,
    contacts: [asha, { attributes: { city: '' } }],
    recipients: 1,
    missing: 1,
  },
  'whose attribute is spelt otherwise': {
    variables: CITY,
    contacts: [asha, { attributes: { City: 'Pune' } }],
    recipients: 1,
    missing: 1,
  },
  'who lacks one of two': {
    variables: BOTH,
    contacts: [asha, { name: 'Ravi' }, { attributes: { city: 'Delhi' } }],
    recipients: 1,
    missing: 2,
  },
  'who lacks both, once': { variables: BOTH, contacts: [asha, {}], recipients: 1, missing: 1 },
  'nobody, where there is a text for them': {
    variables: { '1': { from: 'name', fallback: 'friend' }, '2': { from: 'attributes.city', fallback: 'home' } },
    contacts: [asha, {}],
    recipients: 2,
  },
  'nobody, where all get the same text': {
    variables: { '1': { value: 'a' }, '2': { value: 'b' } },
    contacts: [{}, {}],
    recipients: 2,
  },
  'nobody, where it is their number': { variables: { '1': 'mobile', '2': 'mobile' }, contacts: [{}], recipients: 1 },
  'who opted out and lacks something, as opted out': {
    variables: NAME,
    contacts: [asha, { out: 'STOP' }],
    recipients: 1,
    optedOut: 1,
  },
  'each for its own reason': {
    variables: BOTH,
    contacts: [asha, asha, { name: 'Ravi' }, { ...asha, out: 'STOP' }, { out: 'PROVIDER' }],
    recipients: 2,
    optedOut: 2,
    missing: 1,
  },
  'who has an attribute of every object only': {
    variables: { '1': 'attributes.constructor', '2': { value: 'x' } },
    contacts: [asha, { attributes: { constructor: 'one of our own' } }],
    recipients: 1,
    missing: 1,
  },
}

describe('skipped is', () => {
  test.each(Object.entries(LEFT_OUT))('%s', async (_, { variables, contacts, recipients, optedOut, missing }) => {
    const given = contacts.map((contact) => ({ ...contact, mobile: newMobile() }))
    for (const { mobile, out } of given) if (out) await stop(mobile, out)
    const components = variables ? TWO_VARIABLES : NO_VARIABLES
    const { status, body } = await ask({
      templateId: await approvedTemplate(product, sender.vendorId, { components }),
      contactListId: await listWith(...given),
      variables,
    })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({
      recipients,
      skippedReasons: [
        ...(optedOut ? [{ reason: 'OPTED_OUT', count: optedOut }] : []),
        ...(missing ? [{ reason: 'VARIABLE_MISSING', count: missing }] : []),
      ],
      items: [{ recipients, subtotalMinorUnit: recipients * body.items[0].unitMinorUnit }],
      totalMinorUnit: body.items[0].subtotalMinorUnit,
    })
  })

  test('a contact with several labels of a list only once', async () => {
    const ids = await made([asha, asha])
    for (const label of ['Twice A', 'Twice B']) await labelContacts(product, sender.vendorId, ids, [label])
    const contactListId = await listOfLabels(product, sender.vendorId, ['Twice A', 'Twice B'])
    expect((await ask({ templateId: sender.templateId, contactListId })).body).toMatchObject({ recipients: 2 })
  })

  test('no contact that wrote START', async () => {
    const mobile = newMobile()
    const contactListId = await listWith({ mobile }, asha)
    await stop(mobile)
    expect((await ask({ templateId: sender.templateId, contactListId })).body.recipients).toBe(1)
    await start(mobile)
    expect((await ask({ templateId: sender.templateId, contactListId })).body.recipients).toBe(2)
  })

  test('a contact that opted out only for that vendor, even if it was deleted and added again', async () => {
    const mobile = newMobile()
    await stop(mobile, 'STOP', other)
    const contactListId = await listWith({ mobile })
    expect((await ask({ templateId: sender.templateId, contactListId })).body.recipients).toBe(1)
    await stop(mobile)
    await product.deps.db
      .deleteFrom('contact')
      .where('mobile_hash', '=', await hashOf(mobile))
      .execute()
    const again = await listWith({ mobile }, asha)
    expect((await ask({ templateId: sender.templateId, contactListId: again })).body).toMatchObject({
      recipients: 1,
      skippedReasons: [{ reason: 'OPTED_OUT', count: 1 }],
    })
  })
})

const withStatus = async (status: TemplateStatus) => {
  const id = await approvedTemplate(product, sender.vendorId)
  await product.deps.db.updateTable('template').set({ status }).where('id', '=', id).execute()
  return { templateId: id, contactListId: sender.listId }
}
const withTemplate = async (components: TemplateComponent[], variables?: object) => ({
  templateId: await approvedTemplate(product, sender.vendorId, { components }),
  contactListId: sender.listId,
  variables,
})
const usual = () => ({ templateId: sender.templateId, contactListId: sender.listId })
const CODED: TemplateComponent[] = [
  { type: 'HEADER', format: 'TEXT', text: 'Order {{1}} today' },
  { type: 'BODY', text: 'Hello {{1}}, this is for you only.' },
  { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', example: 'SAVE20' }] },
]

const REFUSED: Record<string, [code: string, status: number, body: () => object | Promise<object>, detail?: RegExp]> = {
  'a template that waits': ['TEMPLATE_NOT_APPROVED', 422, () => withStatus('PENDING'), /PENDING/],
  'a rejected template': ['TEMPLATE_NOT_APPROVED', 422, () => withStatus('REJECTED')],
  'a paused template': ['TEMPLATE_NOT_APPROVED', 422, () => withStatus('PAUSED')],
  'a disabled template': ['TEMPLATE_NOT_APPROVED', 422, () => withStatus('DISABLED')],
  'a template that is gone': ['NOT_FOUND', 404, () => ({ ...usual(), templateId: newId<'x'>() })],
  "another vendor's template": ['NOT_FOUND', 404, () => ({ ...usual(), templateId: other.templateId })],
  'no id of a template': ['NOT_FOUND', 404, () => ({ ...usual(), templateId: 'mine' })],
  'a list that is gone': ['NOT_FOUND', 404, () => ({ ...usual(), contactListId: newId<'x'>() })],
  "another vendor's list": ['NOT_FOUND', 404, () => ({ ...usual(), contactListId: other.listId })],
  'no id of a list': ['NOT_FOUND', 404, () => ({ ...usual(), contactListId: "'; --" })],
  'an empty list': ['LIST_EMPTY', 422, async () => ({ ...usual(), contactListId: await listWith() }), /list is empty/],
  'a list where all opted out': [
    'LIST_EMPTY',
    422,
    async () => {
      const mobile = newMobile()
      await stop(mobile)
      return { ...usual(), contactListId: await listWith({ mobile }) }
    },
    /1 opted out/,
  ],
  'a list where all lack something': [
    'LIST_EMPTY',
    422,
    async () => ({ ...(await withTemplate(TWO_VARIABLES, BOTH)), contactListId: await listWith({}, { name: 'A' }) }),
    /2 without a value/,
  ],
  'a variable that is not filled': [
    'VARIABLES_REQUIRED',
    422,
    () => withTemplate(TWO_VARIABLES, { '1': 'name' }),
    /: 2\./,
  ],
  'no variable filled': ['VARIABLES_REQUIRED', 422, () => withTemplate(TWO_VARIABLES, {}), /: 1, 2\./],
  'a header and a button that are not filled': [
    'VARIABLES_REQUIRED',
    422,
    () => withTemplate(CODED, { '1': 'name' }),
    /header\.1, button\.0\.code/,
  ],
  'a variable too many': ['VARIABLES_UNKNOWN', 422, () => withTemplate(TWO_VARIABLES, { ...BOTH, '3': 'name' })],
  'a variable where there is none': ['VARIABLES_UNKNOWN', 422, () => ({ ...usual(), variables: { '1': 'name' } })],
  'a country without a price': [
    'PRICING_NOT_FOUND',
    422,
    async () => ({ ...usual(), contactListId: await listWith(asha, { countryCode: 'FR' }) }),
    /FR/,
  ],
  'a source that is none': ['VALIDATION_FAILED', 400, () => withTemplate(TWO_VARIABLES, { '1': 'email', '2': 'name' })],
  'the attribute `name`': [
    'VALIDATION_FAILED',
    400,
    () => withTemplate(TWO_VARIABLES, { '1': 'attributes.name', '2': 'name' }),
  ],
  'an empty fallback': [
    'VALIDATION_FAILED',
    400,
    () => withTemplate(TWO_VARIABLES, { '1': { from: 'name', fallback: ' ' }, '2': 'name' }),
  ],
  'a text with a line break': [
    'VALIDATION_FAILED',
    400,
    () => withTemplate(TWO_VARIABLES, { '1': { value: 'a\nb' }, '2': 'name' }),
  ],
  'a field that is unknown': ['VALIDATION_FAILED', 400, () => ({ ...usual(), listId: 'x' })],
}

describe('refused before anything is priced or written is', () => {
  test.each(Object.entries(REFUSED))('%s', async (_, [code, status, body, detail = /./]) => {
    const wanted = await body()
    const count = () => product.deps.db.selectFrom('quotation').select('id').execute()
    const before = (await count()).length
    expect(await ask(wanted)).toMatchObject({ status, body: { code, detail: expect.stringMatching(detail) } })
    expect(await count()).toHaveLength(before)
  })

  test('every quotation in rupees without an exchange rate', async () => {
    const { feed } = product
    feed.answer({ status: 500 })
    await advanceAndSignIn(product, sender, 90_000)
    const { status, body } = await ask(usual())
    expect([status, body.code]).toEqual([503, 'RATE_UNAVAILABLE'])
    feed.quote({}, () => product.deps.clock.now())
  })
})
