import type { VendorId } from '../../domain/ids.ts'
import { withExamples } from '../../domain/template/examples.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { releaseMedia } from '../media/use.ts'
import { addToOutbox, withdrawFromOutbox } from '../outbox/add.ts'
import { resubmitTemplate as resubmitLater } from './jobs.ts'
import { presentTemplate } from './present.ts'
import { componentsIn, type TemplateChangeBody } from './schema.ts'
import * as sql from './sql.ts'
import { ATTEMPT_SECONDS, resubmit, type SubmitDeps } from './submit.ts'
import { assertValidTemplate, retainHeaderFile } from './validate.ts'

/** Edits a rejected template and submits it again. It keeps its name and its id. */
export async function resubmitTemplate(
  deps: SubmitDeps,
  { vendorId }: VendorPrincipal,
  id: string,
  body: TemplateChangeBody,
) {
  await inTransaction(deps.db, (tx) => rewriteWithin(tx, vendorId, id, body, deps.clock.now()))
  const submission = await resubmit(deps, vendorId, id)
  const row = await inTransaction(deps.db, async (tx) => {
    if (submission.kind !== 'unanswered') await withdrawFromOutbox(tx, vendorId, { templateId: id })
    if (submission.kind === 'refused') await rejectAgainWithin(tx, vendorId, id, submission.reason, deps.clock.now())
    return sql.findIncludingDeleted(tx, vendorId, id)
  })
  if (submission.kind === 'refused') throw new AppError('TEMPLATE_REFUSED', { detail: submission.reason })
  if (!row) throw notFound()
  return presentTemplate(row)
}

async function rewriteWithin(tx: Tx, vendorId: VendorId, id: string, body: TemplateChangeBody, now: Date) {
  const row = await sql.lockTemplate(tx, vendorId, id)
  if (!row) throw notFound()
  if (row.status !== 'REJECTED')
    throw new AppError('INVALID_STATE', {
      detail: `The template has the status ${row.status}. Only rejected templates can be edited and resubmitted.`,
      members: { currentStatus: row.status },
    })
  const { name, language } = row
  const template = withExamples({ name, language, category: body.category, components: componentsIn(body) })
  assertValidTemplate(template, row.provider_name.length - name.length)
  const mediaId = await retainHeaderFile(tx, vendorId, template)
  if (row.media_id !== null) await releaseMedia(tx, vendorId, row.media_id)
  await sql.updateTemplate(tx, vendorId, id, {
    requested_category: template.category,
    category: template.category,
    components: JSON.stringify(template.components),
    media_id: mediaId,
    status: 'PENDING',
    status_at: row.provider_id === null ? null : justAfter(row.status_at),
    rejection_reason: null,
    updated_at: now,
  })
  // By then this request has submitted it or has crashed.
  await addToOutbox(
    tx,
    vendorId,
    resubmitLater,
    { templateId: id },
    now,
    new Date(now.getTime() + ATTEMPT_SECONDS * 1_000),
  )
}

/** A repeated event about the old rejection must not apply again. Decisions about the new version are later. */
const justAfter = (rejectedAt: Date | null) => rejectedAt && new Date(rejectedAt.getTime() + 1_000)

/** Keeps the edited content with the reason, so that it can be edited again. */
export async function rejectAgainWithin(tx: Tx, vendorId: VendorId, id: string, reason: string, now: Date) {
  const row = await sql.lockTemplate(tx, vendorId, id)
  if (row?.status !== 'PENDING') return
  await sql.updateTemplate(tx, vendorId, id, { status: 'REJECTED', rejection_reason: reason, updated_at: now })
}
