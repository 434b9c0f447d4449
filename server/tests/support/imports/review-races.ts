import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { addressBook } from '../contacts/contacts.ts'
import type { Answer, TestProduct } from '../product.ts'
import type { SeededRandom } from '../random/seeded-random.ts'
import { loseStagedRows, reviewOf } from './import-repairs.ts'
import { keepImports, restoreImport } from './import-snapshots.ts'
import { csv, statusOf } from './imports.ts'
import { byHand, type Owner } from './imports-by-hand.ts'

const REPAIRED = '+919876520099'
/** Rows that share numbers, a failed row, and bare numbers whose country the majority decides. */
const FILE = csv(
  ['Name', 'Phone', 'Tags'],
  ['Asha', '+919876520001', 'a'],
  ['Ben', '+919876520001', 'b'],
  ['Cara', '9876520002', ''],
  ['Dev', '12', 'a'],
  ['Esha', '+447911123456', ''],
  ['Farid', '07911 123457', ''],
)

/** Everything that somebody can do to an import in review. */
export const REVIEW_VERBS = {
  repair: ({ patch }) => patch('/rows/3', { cells: { Phone: REPAIRED, Name: 'Benita' } }),
  repairOther: ({ patch }) => patch('/rows/5', { cells: { Phone: '+919876520001' } }),
  exclude: ({ post }) => post('/rows/exclude', { rowIndexes: [2, 5] }),
  include: ({ post }) => post('/rows/include', { rowIndexes: [2, 3, 7] }),
  replace: ({ post }) => post('/rows/replace', { column: 'Phone', find: '98765', replace: '98764' }),
  undoReplacement: ({ post, replacementId }) => post(`/rows/replace/${replacementId}/undo`, {}),
  strategy: ({ patch }) => patch('', { mergeStrategy: 'UPDATE_METADATA' }),
  remap: ({ post }) => post('/mapping', { columns: { Name: { field: 'name' }, Phone: { field: 'phone' } } }),
  readAgain: ({ post }) => post('/mapping', { headerRow: 1 }),
  preview: ({ get }) => get('/preview'),
  confirm: ({ post }) => post('/confirm'),
  confirmPlan: ({ post, planHash }) => post('/confirm', { planHash }),
  cancel: ({ post }) => post('/cancel'),
} satisfies Record<string, (api: ReturnType<typeof apiOf>) => Promise<Answer>>
export type ReviewVerb = keyof typeof REVIEW_VERBS

/** Verbs after which the import has another result. */
const CHANGES: readonly ReviewVerb[] = ['repair', 'repairOther', 'exclude', 'replace', 'undoReplacement', 'strategy']

/** Made before each race, so that it can be undone: Asha and Dev have the label `vip` instead of `a`. */
const REPLACEMENT = { column: 'Tags', find: 'a', replace: 'vip' }

const apiOf = (product: TestProduct, owner: Owner, { jobId, replacementId }: InReview, planHash: string) => ({
  planHash,
  replacementId,
  get: (path: string) => product.get(`/contacts/import/${jobId}${path}`, owner),
  post: (path: string, body?: unknown) => product.post(`/contacts/import/${jobId}${path}`, body, owner),
  patch: (path: string, body: unknown) => product.patch(`/contacts/import/${jobId}${path}`, body, owner),
})

interface InReview {
  jobId: string
  replacementId: string
}
const inReview = new WeakMap<Owner, InReview>()

async function importInReview(product: TestProduct, owner: Owner): Promise<InReview> {
  const known = inReview.get(owner)
  if (known !== undefined) {
    await restoreImport(product, known.jobId)
    return known
  }
  const jobId = await byHand(product, owner, 2).toReview(FILE)
  const { body } = await product.post(`/contacts/import/${jobId}/rows/replace`, REPLACEMENT, owner)
  expect(body.changedRows).toBe(2)
  await keepImports(product, jobId)
  const kept = { jobId, replacementId: body.replacementId as string }
  inReview.set(owner, kept)
  return kept
}

const JITTER_MS_MAX = 20

/** Runs these verbs concurrently. Whatever the order, they must leave one consistent import behind. */
export async function raceReview(
  product: TestProduct,
  owner: Owner,
  random: SeededRandom,
  verbs: readonly ReviewVerb[],
) {
  const hand = byHand(product, owner, 2)
  const restored = await importInReview(product, owner)
  const { jobId } = restored
  const api = apiOf(product, owner, restored, (await statusOf(product, owner.token, jobId)).planHash)
  const answers = await Promise.all(
    verbs.map(async (verb) => {
      await sleep(random.below(JITTER_MS_MAX + 1))
      return REVIEW_VERBS[verb](api)
    }),
  )
  const what = verbs.map((verb, i) => `${verb} ${answers[i]?.status}`).join(', ')
  const succeeded = (verb: ReviewVerb) => verbs.some((one, i) => one === verb && (answers[i]?.status ?? 500) < 300)
  // With another mapping nothing is left to undo.
  const isRemapped = succeeded('remap') || succeeded('readAgain')
  for (const [i, { status, body }] of answers.entries())
    if (status >= 300 && !(status === 404 && verbs[i] === 'undoReplacement' && isRemapped))
      expect([status, body.code, body.retryAfter], what).toSatisfy(isExpected)
  const { status } = await statusOf(product, owner.token, jobId)
  if (status === 'MAPPING_CONFIRMED') await expectNoRepairs(product, owner, jobId, what)
  else if (status === 'CANCELLED') {
    expect(succeeded('cancel'), what).toBe(true)
    await hand.persistAll(jobId)
    expect(await addressBook(product, owner), what).toEqual([])
  } else if (status === 'PERSISTING') {
    expect([succeeded('confirm') || succeeded('confirmPlan'), succeeded('cancel')], what).toEqual([true, false])
    if (!succeeded('confirm')) expect(CHANGES.filter(succeeded), `${what}: the plan was confirmed`).toEqual([])
    await hand.persistAll(jobId)
    const done = await statusOf(product, owner.token, jobId)
    const { created, updated, merged, skipped, changedSincePreview } = done.result
    const book = await addressBook(product, owner)
    expect([created, updated + merged + skipped + changedSincePreview], what).toEqual([done.stats.valid, 0])
    expect(book, what).toHaveLength(done.stats.valid)
    const label = succeeded('undoReplacement') ? 'a' : 'vip'
    if (!succeeded('exclude'))
      expect(
        book.flatMap(({ labels }) => labels),
        what,
      ).toContain(label)
    if (succeeded('repair') && !verbs.includes('replace'))
      expect(
        book.map(({ mobile }) => `+${mobile}`),
        what,
      ).toContain(REPAIRED)
    expect(done.status, what).toBe(done.stats.invalidRows === 0 ? 'COMPLETED' : 'PARTIAL_SUCCESS')
  } else {
    expect(status, what).toBe('PENDING_REVIEW')
    expect((['confirm', 'confirmPlan', 'cancel'] as const).filter(succeeded), what).toEqual([])
    const before = await reviewOf(product, owner, jobId)
    const { data } = (await api.get('/rows')).body
    const label = succeeded('undoReplacement') ? 'a' : 'vip'
    expect([data[0]?.cells.Tags, data[3]?.cells.Tags], what).toEqual([label, label])
    const { planHash } = await statusOf(product, owner.token, jobId)
    await loseStagedRows(product, owner, jobId)
    expect(await reviewOf(product, owner, jobId), what).toEqual(before)
    expect((await statusOf(product, owner.token, jobId)).planHash, what).toBe(planHash)
  }
  return what
}

/** With a new mapping the import starts again from the rows of the file. */
async function expectNoRepairs(product: TestProduct, owner: Owner, jobId: string, what: string) {
  const hand = byHand(product, owner, 2)
  const isRead = (await product.get(`/contacts/import/${jobId}/mapping`, owner)).status === 200
  await (isRead ? hand.processAgain(jobId) : hand.read(jobId))
  await hand.processAll(jobId)
  await hand.resolve(jobId)
  const { status, stats } = await statusOf(product, owner.token, jobId)
  expect([status, stats.validRows, stats.invalidRows, stats.excludedRows], what).toEqual(['PENDING_REVIEW', 5, 1, 0])
  const { body } = await product.get(`/contacts/import/${jobId}/rows`, owner)
  expect(
    body.data.filter(({ isRepaired }: { isRepaired: boolean }) => isRepaired),
    what,
  ).toEqual([])
}

/** Refusals that say why: the import is not in review, has another plan, or is being computed at this moment. */
const isExpected = ([status, code]: readonly unknown[]) =>
  (status === 409 && (code === 'INVALID_STATE' || code === 'PLAN_CHANGED')) ||
  (status === 503 && code === 'SERVICE_UNAVAILABLE')
