import { beforeAll, describe, expect, test } from 'vitest'
import { codecOf } from '../../../../tests/support/contacts/contacts.ts'
import { csv, statusOf, upload, withoutInstants } from '../../../../tests/support/imports/imports.ts'
import { byHand, startProductByHand } from '../../../../tests/support/imports/imports-by-hand.ts'
import { newMember, newVendor, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { optOut } from '../../contacts/audience/opt-out.ts'

let product: TestProduct
let token: string
let memberToken: string
let vendorId: string
let hand: ReturnType<typeof byHand>

beforeAll(async () => {
  product = await startProductByHand()
  const owner = await newVendor(product)
  token = owner.token
  vendorId = owner.vendorId
  memberToken = (await newMember(product, token)).token
  hand = byHand(product, owner)
})

const contactOf = async (number: string) => {
  const { body } = await product.post('/contacts/search', { search: number }, { token })
  return body.data[0]
}
const patch = (jobId: string, body: unknown, as = token) =>
  product.patch(`/contacts/import/${jobId}`, body, { token: as })
const itemsOf = async (jobId: string) =>
  (await product.get(`/contacts/import/${jobId}/preview`, { token })).body.validSample
const whole = async (content: string, fields: Record<string, string>) => {
  const jobId = await hand.toReview(content, { fields })
  const items = await itemsOf(jobId)
  await hand.confirmAndPersist(jobId)
  return { jobId, items, result: (await statusOf(product, token, jobId)).result }
}
const HEAD = ['Name', 'Phone', 'Tags', 'City', 'Note']
let next = 0
/** One contact from a file and one written by hand, with different contents. */
async function twoContacts() {
  const [imported, manual] = [`98765300${10 + next++}`, `98765300${10 + next++}`]
  await product.post(
    '/contacts/bulk',
    { contacts: [{ name: 'Asha', mobile: `91${imported}`, labels: ['vip'], attributes: { City: 'Pune', Age: '7' } }] },
    { token },
  )
  const typed = { name: 'Asha', mobile: `+91${manual}`, labels: ['vip'], attributes: { City: 'Pune', Age: '7' } }
  expect((await product.post('/contacts', typed, { token })).status).toBe(201)
  const file = csv(HEAD, ['Asha Rao', imported, 'VIP;new', 'Goa', 'x'], ['Asha Rao', manual, 'VIP;new', 'Goa', 'x'])
  return { imported, manual, file }
}

describe('existing contacts', () => {
  const before = { name: 'Asha', labels: ['vip'], attributes: { City: 'Pune', Age: '7' } }
  test.each([
    ['SKIP_DUPLICATES', before, before, ['SKIP', 'SKIP'], { skipped: 2 }],
    [
      'MERGE_LABELS',
      { ...before, labels: ['vip', 'new'] },
      { ...before, labels: ['vip', 'new'] },
      ['MERGE', 'MERGE'],
      { merged: 2 },
    ],
    [
      'UPDATE_METADATA',
      { name: 'Asha Rao', labels: ['vip', 'new'], attributes: { City: 'Goa', Age: '7', Note: 'x' } },
      { ...before, labels: ['vip', 'new'] },
      ['UPDATE', 'UPDATE'],
      { updated: 2 },
    ],
    [
      'FULL_REPLACE',
      { name: 'Asha Rao', labels: ['vip', 'new'], attributes: { City: 'Goa', Note: 'x' } },
      { ...before, labels: ['vip', 'new'] },
      ['UPDATE', expect.stringMatching(/MERGE|UPDATE/)],
      {},
    ],
  ] as const)(
    '%s, and what a person typed keeps name and attributes',
    async (mergeStrategy, imported, manual, actions, counts) => {
      const contacts = await twoContacts()
      const confirmed: Record<string, string> = mergeStrategy === 'FULL_REPLACE' ? { confirmFullReplace: 'true' } : {}
      const { items, result } = await whole(contacts.file, { mergeStrategy, ...confirmed })
      expect(items.map(({ _action }: { _action: string }) => _action)).toEqual(actions)
      expect(result).toMatchObject({ created: 0, changedSincePreview: 0, ...counts })
      expect(result.updated + result.merged + result.skipped).toBe(2)
      expect(withoutInstants(await contactOf(contacts.imported))).toMatchObject(imported)
      expect((await contactOf(contacts.imported)).attributes).toEqual(imported.attributes)
      expect(withoutInstants(await contactOf(contacts.manual))).toMatchObject({ ...manual, source: 'MANUAL' })
      expect((await contactOf(contacts.manual)).attributes).toEqual(manual.attributes)
      // The same import again: nothing is left to do.
      const again = await whole(contacts.file, { mergeStrategy, ...confirmed, allowDuplicateFile: 'true' })
      if (mergeStrategy !== 'FULL_REPLACE') expect(again.result).toMatchObject({ skipped: 2, updated: 0, merged: 0 })
    },
  )

  test('a shorter name never replaces a longer one, and an empty cell never replaces a value', async () => {
    const { imported } = await twoContacts()
    await whole(csv(HEAD, ['Al', imported, '', '', '']), { mergeStrategy: 'UPDATE_METADATA' })
    expect(await contactOf(imported)).toMatchObject({ name: 'Asha', attributes: { City: 'Pune' } })
    await whole(csv(HEAD, ['', imported, 'solo', '', '']), {
      mergeStrategy: 'FULL_REPLACE',
      confirmFullReplace: 'true',
    })
    expect(await contactOf(imported)).toMatchObject({ name: 'Asha', labels: ['solo'], attributes: {} })
  })

  test('rows of one number inside a file are merged by the same rules', async () => {
    const rows = [
      ['Al', '9876531001', 'a', 'Pune', ''],
      ['Alfred', '9876531001', 'b', '', 'x'],
      ['Alf', '9876531001', 'A;c', 'Goa', ''],
    ]
    const numbered = (suffix: string) => csv(HEAD, ...rows.map(([name, , ...rest]) => [name ?? '', suffix, ...rest]))
    const expected = {
      SKIP_DUPLICATES: { name: 'Al', labels: ['a'], attributes: { City: 'Pune' } },
      MERGE_LABELS: { name: 'Al', labels: ['a', 'b', 'c'], attributes: { City: 'Pune' } },
      UPDATE_METADATA: { name: 'Alfred', labels: ['a', 'b', 'c'], attributes: { City: 'Goa', Note: 'x' } },
      FULL_REPLACE: { name: 'Alf', labels: ['a', 'c'], attributes: { City: 'Goa' } },
    }
    for (const [i, [mergeStrategy, contact]] of Object.entries(expected).entries()) {
      const { result } = await whole(numbered(`987653101${i}`), { mergeStrategy, confirmFullReplace: 'true' })
      expect(result).toMatchObject({ created: 1 })
      const { name, labels, attributes } = await contactOf(`987653101${i}`)
      expect({ name, labels: [...labels].sort(), attributes }, mergeStrategy).toEqual(contact)
    }
  })

  test('an opt-out survives imports, including FULL_REPLACE, and deletion', async () => {
    const { imported } = await twoContacts()
    await optOutOf(imported)
    await whole(csv(HEAD, ['New', imported, 'x', '', '']), {
      mergeStrategy: 'FULL_REPLACE',
      confirmFullReplace: 'true',
    })
    const kept = await contactOf(imported)
    expect(kept.optedOutAt).not.toBeNull()
    await product.del(`/contacts/${kept.id}`, { token })
    await whole(csv(HEAD, ['Newer', imported, 'x', '', '']), {})
    expect((await contactOf(imported)).optedOutAt).not.toBeNull()
  })
})

describe('changing the strategy during review', () => {
  test('recomputes the preview, including duplicate rows, and returns the status', async () => {
    const { imported } = await twoContacts()
    const file = csv(HEAD, ['Asha R', imported, 'vip', '', ''], ['Asha Rao', imported, 'vip', '', ''])
    const jobId = await hand.toReview(file)
    expect(await itemsOf(jobId)).toMatchObject([{ _action: 'SKIP', name: 'Asha R' }])
    const answer = await patch(jobId, { mergeStrategy: 'UPDATE_METADATA' })
    expect(answer).toMatchObject({ status: 200, body: { jobId, status: 'PENDING_REVIEW', needsAction: true } })
    expect(answer.body.history).toBeInstanceOf(Array)
    const preview = (await product.get(`/contacts/import/${jobId}/preview`, { token })).body
    expect(preview.validSample).toMatchObject([{ _action: 'UPDATE', name: 'Asha Rao' }])
    expect(preview.conflictSummary).toMatchObject({ contactsWithUpdatedNames: 1, contactsWithNewLabels: 0 })
    await patch(jobId, { mergeStrategy: 'MERGE_LABELS' })
    expect(await itemsOf(jobId)).toMatchObject([{ _action: 'SKIP', name: 'Asha R' }])
    await patch(jobId, { mergeStrategy: 'UPDATE_METADATA' })
    await hand.confirmAndPersist(jobId)
    expect((await contactOf(imported)).name).toBe('Asha Rao')
  })

  test('concurrently: each request succeeds, and preview and import use one of the strategies', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => [
      `Name ${i % 7}`,
      `98${32_000_000 + (i % 100)}`,
      `l${i % 3}`,
      '',
      '',
    ])
    const jobId = await hand.toReview(csv(HEAD, ...rows))
    const strategies = ['SKIP_DUPLICATES', 'MERGE_LABELS', 'UPDATE_METADATA', 'MERGE_LABELS', 'SKIP_DUPLICATES']
    const answers = await Promise.all(strategies.map((mergeStrategy) => patch(jobId, { mergeStrategy })))
    expect(answers.map(({ status }) => status)).toEqual(strategies.map(() => 200))
    const { mergeStrategy } = (await product.get('/contacts/import', { token })).body.data[0]
    const items = await itemsOf(jobId)
    await patch(jobId, { mergeStrategy: 'FULL_REPLACE', confirmFullReplace: true })
    await patch(jobId, { mergeStrategy })
    expect(await itemsOf(jobId)).toEqual(items)
  })

  test('is possible only during review', async () => {
    const jobId = await hand.uploadAndRead(csv(HEAD, ['A', '9876533001', '', '', '']))
    expect(await patch(jobId, { mergeStrategy: 'SKIP_DUPLICATES' })).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE', currentStatus: 'QUEUED' },
    })
    for (const body of [{}, { mergeStrategy: 'ALL' }, { mergeStrategy: 'SKIP_DUPLICATES', x: 1 }])
      expect((await patch(jobId, body)).status).toBe(400)
  })
})

describe('FULL_REPLACE', () => {
  const replace = { mergeStrategy: 'FULL_REPLACE' }
  const columns = { Phone: { field: 'phone' } }
  const refusals = [
    ['a member', () => memberToken, { confirmFullReplace: true }, { status: 403, body: { code: 'FORBIDDEN' } }],
    [
      'an administrator without a confirmation',
      () => token,
      {},
      { status: 422, body: { code: 'FULL_REPLACE_NOT_CONFIRMED' } },
    ],
  ] as const

  test.each(refusals)(
    'is rejected for %s at the upload, with the mapping and during review',
    async (_, as, extra, refusal) => {
      const file = csv(HEAD, ['A', `98765340${10 + next++}`, '', '', ''])
      const fields = { ...replace, ...('confirmFullReplace' in extra && { confirmFullReplace: 'true' }) }
      expect(await upload(product, file, { token: as(), fields })).toMatchObject(refusal)
      const mapping = JSON.stringify({ columns, ...replace, ...extra })
      expect(await upload(product, file, { token: as(), fields: { mapping } })).toMatchObject(refusal)
      const waiting = await hand.uploadAndRead(file, { fields: { autoMap: 'false' } })
      const mapped = await product.post(
        `/contacts/import/${waiting}/mapping`,
        { columns, ...replace, ...extra },
        { token: as() },
      )
      expect(mapped).toMatchObject(refusal)
      expect((await statusOf(product, token, waiting)).status).toBe('AWAITING_MAPPING')
      const reviewed = await hand.toReview(csv(HEAD, ['A', `98765340${10 + next++}`, '', '', '']))
      expect(await patch(reviewed, { ...replace, ...extra }, as())).toMatchObject(refusal)
      expect((await product.get('/contacts/import', { token })).body.data[0].mergeStrategy).toBe('MERGE_LABELS')
    },
  )

  test('chosen by an administrator can be confirmed by an administrator only, not by a member or an API key', async () => {
    const file = csv(HEAD, ['A', `98765350${10 + next++}`, '', '', ''])
    const reviewed = await hand.toReview(file, { fields: { ...replace, confirmFullReplace: 'true' } })
    const { key } = (await product.post('/vendor/api-keys', { name: 'nightly' }, { token })).body
    const confirmAs = (as: string) => product.post(`/contacts/import/${reviewed}/confirm`, undefined, { token: as })
    for (const as of [memberToken, key])
      expect(await confirmAs(as)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await statusOf(product, token, reviewed)).status).toBe('PENDING_REVIEW')
    // A member may choose another strategy and confirm it.
    expect((await patch(reviewed, { mergeStrategy: 'MERGE_LABELS' }, memberToken)).status).toBe(200)
    expect((await patch(reviewed, { ...replace, confirmFullReplace: true })).status).toBe(200)
    expect((await confirmAs(memberToken)).status).toBe(403)
    expect((await confirmAs(token)).status).toBe(202)
  })

  test('is allowed for an administrator who confirms it, in all three requests', async () => {
    const file = csv(HEAD, ['A', '9876535001', '', '', ''])
    const confirmed = { ...replace, confirmFullReplace: 'true' }
    expect((await upload(product, file, { token, fields: confirmed })).status).toBe(202)
    const waiting = await hand.uploadAndRead(csv(HEAD, ['A', '9876535002', '', '', '']), {
      fields: { autoMap: 'false' },
    })
    const body = { columns, ...replace, confirmFullReplace: true }
    expect((await product.post(`/contacts/import/${waiting}/mapping`, body, { token })).status).toBe(202)
    const reviewed = await hand.toReview(csv(HEAD, ['A', '9876535003', '', '', '']))
    expect((await patch(reviewed, { ...replace, confirmFullReplace: true })).status).toBe(200)
  })
})

/** As a STOP message does. */
async function optOutOf(number: string) {
  const codec = await codecOf(product, vendorId)
  await inTransaction(product.deps.db, (tx) =>
    optOut(tx, vendorId as VendorId, codec.hash(`91${number}`), 'STOP', product.deps.clock.now()),
  )
}
