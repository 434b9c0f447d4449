import type { VendorId } from '../../domain/ids.ts'
import { statusAfter } from '../../domain/template/status.ts'
import { cleanText } from '../../domain/text/clean-text.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProviderRefused, ProviderUnavailable, type TemplateReceipt } from '../../ports/messaging-provider.ts'
import { readMedia } from '../media/use.ts'
import * as sql from './sql.ts'
import { applyStatusUpdate } from './status.ts'
import { toSubmittedTemplate } from './submitted-template.ts'

export type SubmitDeps = Pick<Deps, 'db' | 'clock' | 'provider' | 'files' | 'keyring' | 'log'>

/**
 * `unanswered`: the provider may or may not have the template; it must be submitted again. `done`: there is nothing
 * left to submit.
 */
type Submission = { kind: 'accepted' } | { kind: 'refused'; reason: string } | { kind: 'unanswered' } | { kind: 'done' }

/** Longer than all calls of one attempt may take together: afterwards none of them is in flight. */
export const ATTEMPT_SECONDS = 60
const NAME_TAKEN = 2388024
/** The provider's code for an invalid request. All other codes concern the account or are temporary. */
const INVALID_PARAMETER = 100
const REFUSAL_CHARS_MAX = 1_000

/**
 * One attempt to submit. The provider has no idempotency key: when the name is taken on a later attempt, the template
 * is our own, whose answer was lost. On the first attempt it is an unrelated one.
 */
export async function submit(
  deps: SubmitDeps,
  vendorId: VendorId,
  id: string,
  { isFirst }: { isFirst: boolean },
): Promise<Submission> {
  return withRefusals(deps, id, () => trySubmit(deps, vendorId, id, isFirst))
}

/** One attempt to replace the rejected version at the provider. It may be repeated. */
export const resubmit = (deps: SubmitDeps, vendorId: VendorId, id: string): Promise<Submission> =>
  withRefusals(deps, id, async () => {
    const row = await sql.findTemplate(deps.db, vendorId, id)
    if (row?.status !== 'PENDING') return { kind: 'done' }
    if (row.provider_id === null) return trySubmit(deps, vendorId, id, false)
    await deps.provider.editTemplate(row.provider_id, toSubmittedTemplate(row, await handleFor(deps, row)))
    return { kind: 'accepted' }
  })

/** Turns errors into a result: only a refusal of the content counts as refused. */
async function withRefusals(deps: SubmitDeps, id: string, attempt: () => Promise<Submission>): Promise<Submission> {
  try {
    return await attempt()
  } catch (err) {
    if (err instanceof ProviderRefused && err.code === INVALID_PARAMETER)
      return { kind: 'refused', reason: cleanText(err.message).slice(0, REFUSAL_CHARS_MAX) }
    deps.log.warn({ event: 'template.submit_failed', templateId: id, err })
    return { kind: 'unanswered' }
  }
}

async function trySubmit(deps: SubmitDeps, vendorId: VendorId, id: string, isFirst: boolean): Promise<Submission> {
  const row = await sql.findTemplate(deps.db, vendorId, id)
  if (!row || row.provider_id !== null) return { kind: 'done' }
  const form = toSubmittedTemplate(row, await handleFor(deps, row))
  const receipt = await createOrFind(deps, form, isFirst)
  crashPoint('template.answered')
  await inTransaction(deps.db, (tx) => saveReceiptWithin(tx, vendorId, id, receipt, deps.clock.now()))
  return { kind: 'accepted' }
}

async function handleFor(deps: SubmitDeps, row: sql.TemplateRow) {
  if (row.media_id === null) return undefined
  const file = await readMedia(deps, row.vendor_id, row.media_id)
  return file && (await deps.provider.uploadExample(file)).handle
}

async function createOrFind(
  { provider }: SubmitDeps,
  form: ReturnType<typeof toSubmittedTemplate>,
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

/** Values of callbacks that arrived before the answer take precedence. */
async function saveReceiptWithin(tx: Tx, vendorId: VendorId, id: string, receipt: TemplateReceipt, now: Date) {
  const row = await sql.lockTemplate(tx, vendorId, id)
  if (!row || row.provider_id !== null) return
  const answered = await sql.updateTemplate(tx, vendorId, id, {
    provider_id: receipt.providerId,
    ...(row.category_at === null && { category: receipt.category }),
    updated_at: now,
  })
  const status = statusAfter(receipt.status)
  if (status && row.status_at === null && status !== row.status)
    await applyStatusUpdate(tx, answered, { status, reason: null, at: now }, now)
}
