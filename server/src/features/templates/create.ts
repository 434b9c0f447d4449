import type { VendorId } from '../../domain/ids.ts'
import { TEMPLATES_PER_VENDOR_MAX } from '../../domain/limits.ts'
import { withExamples } from '../../domain/template/examples.ts'
import type { Template } from '../../domain/template/template.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Vendor } from '../../platform/http/principal.ts'
import type { Once } from '../../platform/idempotency/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { addToOutbox, withdrawFromOutbox } from '../outbox/add.ts'
import { lockVendor } from '../vendors/members.ts'
import { assertRules, takeHeaderFile } from './acceptable.ts'
import { submitTemplate } from './jobs.ts'
import { presentTemplate } from './present.ts'
import { forget } from './remove.ts'
import { readBody, type TemplateBody } from './schema.ts'
import * as sql from './sql.ts'
import { type SubmitDeps, submit, TRY_SECONDS } from './submit.ts'

/**
 * Written down first, with the promise to submit it; then submitted at once. What the provider refuses is gone again,
 * and what it did not answer is submitted later.
 */
export async function createTemplate(deps: SubmitDeps, { vendorId }: Vendor, body: TemplateBody, once: Once) {
  const template = withExamples(readBody(body))
  const row = await inTransaction(deps.db, (tx) => intend(tx, vendorId, template, deps.clock.now()))
  crashPoint('template.intended')
  const submission = await submit(deps, vendorId, row.id, { isFirst: true })
  const withdraw = (tx: Tx) => withdrawFromOutbox(tx, vendorId, { templateId: row.id })
  if (submission.kind === 'refused') {
    await inTransaction(deps.db, async (tx) => {
      await withdraw(tx)
      await forget(tx, vendorId, row.id)
    })
    throw new AppError('TEMPLATE_REFUSED', { detail: submission.words })
  }
  return inTransaction(deps.db, async (tx) => {
    if (submission.kind !== 'unanswered') await withdraw(tx)
    const view = presentTemplate((await sql.findAny(tx, vendorId, row.id)) ?? row)
    await once.remember(tx, 201, view)
    return view
  })
}

async function intend(tx: Tx, vendorId: VendorId, template: Template, now: Date) {
  await lockVendor(tx, vendorId) // one at a time are counted and numbered
  const prefix = `h${await sql.prefixNumber(tx, vendorId)}_`
  assertRules(template, prefix.length)
  const mediaId = await takeHeaderFile(tx, vendorId, template)
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
  if (!row) throw await taken(tx, vendorId, template)
  // By then the request has submitted it, or has died.
  const dueAt = new Date(now.getTime() + TRY_SECONDS * 1_000)
  await addToOutbox(tx, vendorId, submitTemplate, { templateId: row.id }, now, dueAt)
  return row
}

async function taken(tx: Tx, vendorId: VendorId, { name, language }: Template) {
  const other = await sql.findNamed(tx, vendorId, name, language)
  return new AppError('ALREADY_EXISTS', {
    detail: other?.is_deleted
      ? 'A template with this name is still being deleted. Try again in a moment, or choose another name.'
      : 'A template with this name already exists in this language.',
  })
}
