import type { VendorId } from '../../domain/ids.ts'
import { statusAfter } from '../../domain/template/status.ts'
import { cleanText } from '../../domain/text/clean-text.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProviderRefused, ProviderUnavailable, type TemplateReceipt } from '../../ports/messaging-provider.ts'
import { readMedia } from '../media/use.ts'
import { providerForm } from './provider-form.ts'
import * as sql from './sql.ts'
import { changeStatus } from './status.ts'

export type SubmitDeps = Pick<Deps, 'db' | 'clock' | 'provider' | 'files' | 'keyring' | 'log'>

/** Unanswered: nobody knows whether the provider has it; to be submitted again. Over: somebody else has done it. */
export type Submission =
  | { kind: 'taken' }
  | { kind: 'refused'; words: string }
  | { kind: 'unanswered' }
  | { kind: 'over' }

/** Longer than all calls of one try may take together: after this nothing of it is under way any more. */
export const TRY_SECONDS = 60
const NAME_TAKEN = 2388024
/** The provider's code for what is wrong with the request itself; all others are about the account or the moment. */
const INVALID_PARAMETER = 100
const WORDS_CHARS_MAX = 1_000

/**
 * One try to submit. It has no idempotency key at the provider: when a name is taken there on a later try, it is our
 * own, whose answer was lost. On the first try it is somebody's whom we do not know.
 */
export async function submit(
  deps: SubmitDeps,
  vendorId: VendorId,
  id: string,
  { isFirst }: { isFirst: boolean },
): Promise<Submission> {
  return known(deps, id, () => trySubmit(deps, vendorId, id, isFirst))
}

/** One try to replace what the provider rejected by what stands there now. Nothing is lost by doing it twice. */
export const resubmit = (deps: SubmitDeps, vendorId: VendorId, id: string): Promise<Submission> =>
  known(deps, id, async () => {
    const row = await sql.findTemplate(deps.db, vendorId, id)
    if (row?.status !== 'PENDING') return { kind: 'over' }
    if (row.provider_id === null) return trySubmit(deps, vendorId, id, false)
    await deps.provider.editTemplate(row.provider_id, providerForm(row, await handleFor(deps, row)))
    return { kind: 'taken' }
  })

/** What is known after a try: only a refusal of what was written is one. */
async function known(deps: SubmitDeps, id: string, attempt: () => Promise<Submission>): Promise<Submission> {
  try {
    return await attempt()
  } catch (err) {
    if (err instanceof ProviderRefused && err.code === INVALID_PARAMETER)
      return { kind: 'refused', words: cleanText(err.message).slice(0, WORDS_CHARS_MAX) }
    deps.log.warn({ event: 'template.submit_failed', templateId: id, err })
    return { kind: 'unanswered' }
  }
}

async function trySubmit(deps: SubmitDeps, vendorId: VendorId, id: string, isFirst: boolean): Promise<Submission> {
  const row = await sql.findTemplate(deps.db, vendorId, id)
  if (!row || row.provider_id !== null) return { kind: 'over' }
  const form = providerForm(row, await handleFor(deps, row))
  const receipt = await createOrFind(deps, form, isFirst)
  crashPoint('template.answered')
  await inTransaction(deps.db, (tx) => keepReceipt(tx, vendorId, id, receipt, deps.clock.now()))
  return { kind: 'taken' }
}

async function handleFor(deps: SubmitDeps, row: sql.TemplateRow) {
  if (row.media_id === null) return undefined
  const file = await readMedia(deps, row.vendor_id, row.media_id)
  return file && (await deps.provider.uploadExample(file)).handle
}

async function createOrFind(
  { provider }: SubmitDeps,
  form: ReturnType<typeof providerForm>,
  isFirst: boolean,
): Promise<TemplateReceipt> {
  try {
    return await provider.createTemplate(form)
  } catch (error) {
    if (isFirst || !(error instanceof ProviderRefused && error.subcode === NAME_TAKEN)) throw error
    const found = await provider.findTemplate(form.name, form.language)
    if (!found) throw new ProviderUnavailable('the name is taken by a template that is not listed')
    return found
  }
}

/** News that were faster than the answer know better. */
async function keepReceipt(tx: Tx, vendorId: VendorId, id: string, receipt: TemplateReceipt, now: Date) {
  const row = await sql.lockTemplate(tx, vendorId, id)
  if (!row || row.provider_id !== null) return
  const answered = await sql.changeTemplate(tx, vendorId, id, {
    provider_id: receipt.providerId,
    ...(row.category_at === null && { category: receipt.category }),
    updated_at: now,
  })
  const status = statusAfter(receipt.status)
  if (status && row.status_at === null && status !== row.status)
    await changeStatus(tx, answered, { status, reason: null, at: now }, now)
}
