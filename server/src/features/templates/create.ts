import type { VendorId } from '../../domain/ids.ts'
import { TEMPLATES_PER_VENDOR_MAX } from '../../domain/limits.ts'
import { withExamples } from '../../domain/template/examples.ts'
import type { Template } from '../../domain/template/template.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../platform/idempotency/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { addToOutbox, withdrawFromOutbox } from '../outbox/add.ts'
import { lockVendor } from '../vendors/members.ts'
import { submitTemplate } from './jobs.ts'
import { presentTemplate } from './present.ts'
import { deleteTemplateRow } from './remove.ts'
import { readBody, type TemplateBody } from './schema.ts'
import * as sql from './sql.ts'
import { ATTEMPT_SECONDS, type SubmitDeps, submit } from './submit.ts'
import { assertValidTemplate, retainHeaderFile } from './validate.ts'

/**
 * Saves the template with a job that submits it, then submits it at once. When the provider refuses it, it is deleted
 * again; when the provider does not answer, the job submits it later.
 */
export async function createTemplate(
  deps: SubmitDeps,
  { vendorId }: VendorPrincipal,
  body: TemplateBody,
  idempotency: IdempotencyRecord,
) {
  const template = withExamples(readBody(body))
  const row = await inTransaction(deps.db, (tx) => insertWithin(tx, vendorId, template, deps.clock.now()))
  crashPoint('template.intended')
  const submission = await submit(deps, vendorId, row.id, { isFirst: true })
  const withdraw = (tx: Tx) => withdrawFromOutbox(tx, vendorId, { templateId: row.id })
  if (submission.kind === 'refused') {
    await inTransaction(deps.db, async (tx) => {
      await withdraw(tx)
      await deleteTemplateRow(tx, vendorId, row.id)
    })
    throw new AppError('TEMPLATE_REFUSED', { detail: submission.reason })
  }
  return inTransaction(deps.db, async (tx) => {
    if (submission.kind !== 'unanswered') await withdraw(tx)
    const view = presentTemplate((await sql.findIncludingDeleted(tx, vendorId, row.id)) ?? row)
    await idempotency.saveAnswer(tx, 201, view)
    return view
  })
}

async function insertWithin(tx: Tx, vendorId: VendorId, template: Template, now: Date) {
  await lockVendor(tx, vendorId) // serializes the count and the prefix number
  const prefix = `h${await sql.prefixNumber(tx, vendorId)}_`
  assertValidTemplate(template, prefix.length)
  const mediaId = await retainHeaderFile(tx, vendorId, template)
  if ((await sql.countAll(tx, vendorId)) >= TEMPLATES_PER_VENDOR_MAX)
    throw new AppError('LIMIT_REACHED', {
      detail: `You can have at most ${TEMPLATES_PER_VENDOR_MAX} templates. Delete one first.`,
    })
  const { name, language, category, components } = template
  const row = await sql.insertTemplate(
    tx,
    vendorId,
    {
      id: newId<'template'>(),
      name,
      language,
      provider_name: prefix + name,
      requested_category: category,
      category,
      components,
      media_id: mediaId,
    },
    now,
  )
  if (!row) throw await nameTaken(tx, vendorId, template)
  // By then this request has submitted it or has crashed.
  const dueAt = new Date(now.getTime() + ATTEMPT_SECONDS * 1_000)
  await addToOutbox(tx, vendorId, submitTemplate, { templateId: row.id }, now, dueAt)
  return row
}

async function nameTaken(tx: Tx, vendorId: VendorId, { name, language }: Template) {
  const other = await sql.findByName(tx, vendorId, name, language)
  return new AppError('ALREADY_EXISTS', {
    detail: other?.is_deleted
      ? 'A template with this name is still being deleted. Try again in a moment, or choose another name.'
      : 'A template with this name already exists in this language.',
  })
}
