import { AUTO_REPLIES_PER_VENDOR_MAX } from '../../../domain/limits.ts'
import { normalizeWords } from '../../../domain/messaging/inbound/keywords.ts'
import { inTransaction, type Tx, violatedUnique } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/pagination.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { newId } from '../../../platform/ids.ts'
import { recordForVendor } from '../../audit/record-for-vendor.ts'
import { lockVendor } from '../../vendors/members.ts'
import type { AutoReplyBody, AutoReplyPatch, AutoReplyView } from '../schema.ts'
import * as sql from './auto-replies.sql.ts'

type RuleDeps = Pick<Deps, 'db' | 'clock'>

export async function listAutoReplies(deps: RuleDeps, { vendorId }: VendorPrincipal, page: Page) {
  const [rows, total] = await Promise.all([sql.listRules(deps.db, vendorId, page), sql.countRules(deps.db, vendorId)])
  return { rules: rows.map(present), total }
}

export const createAutoReply = async (deps: RuleDeps, who: VendorPrincipal, body: AutoReplyBody) =>
  present(await inTransaction(deps.db, (tx) => createWithin(tx, who, body, deps.clock.now())))

async function createWithin(tx: Tx, who: VendorPrincipal, { keyword, reply, isActive }: AutoReplyBody, now: Date) {
  const { vendorId } = who
  await lockVendor(tx, vendorId)
  if ((await sql.countRules(tx, vendorId)) >= AUTO_REPLIES_PER_VENDOR_MAX)
    throw new AppError('LIMIT_REACHED', {
      detail: `You can have at most ${AUTO_REPLIES_PER_VENDOR_MAX} auto-replies. Delete one first.`,
    })
  const rule = {
    id: newId<'autoReply'>(),
    keyword,
    folded: normalizeWords(keyword),
    reply,
    is_active: isActive ?? true,
  }
  const row = await sql.insertRule(tx, vendorId, rule, now)
  if (!row) throw keywordTaken()
  await recordForVendor(tx, who, { action: 'AUTO_REPLY_CREATED', ...subject(row.id) }, now)
  return row
}

const subject = (id: string) => ({ subjectType: 'autoReply', subjectId: id })

export async function updateAutoReply(deps: RuleDeps, who: VendorPrincipal, id: string, patch: AutoReplyPatch) {
  const { keyword, reply, isActive } = patch
  const change = {
    ...(keyword !== undefined && { keyword, folded: normalizeWords(keyword) }),
    ...(reply !== undefined && { reply }),
    ...(isActive !== undefined && { is_active: isActive }),
  }
  try {
    return present(await inTransaction(deps.db, (tx) => updateWithin(tx, who, id, change, deps.clock.now())))
  } catch (error) {
    if (violatedUnique(error) === 'auto_reply_keyword_unique') throw keywordTaken()
    throw error
  }
}

async function updateWithin(tx: Tx, who: VendorPrincipal, id: string, change: RuleChange, now: Date) {
  const row = await sql.updateRule(tx, who.vendorId, id, change, now)
  if (!row) throw notFound()
  await recordForVendor(tx, who, { action: 'AUTO_REPLY_UPDATED', ...subject(id) }, now)
  return row
}

type RuleChange = Parameters<typeof sql.updateRule>[3]

export const deleteAutoReply = (deps: RuleDeps, who: VendorPrincipal, id: string) =>
  inTransaction(deps.db, (tx) => deleteWithin(tx, who, id, deps.clock.now()))

async function deleteWithin(tx: Tx, who: VendorPrincipal, id: string, now: Date) {
  if (!(await sql.deleteRule(tx, who.vendorId, id))) throw notFound()
  await recordForVendor(tx, who, { action: 'AUTO_REPLY_DELETED', ...subject(id) }, now)
}

const keywordTaken = () =>
  new AppError('ALREADY_EXISTS', { detail: 'There is already an auto-reply for this keyword.' })

const present = (row: sql.AutoReplyRow): AutoReplyView => ({
  id: row.id,
  keyword: row.keyword,
  reply: row.reply,
  isActive: row.is_active,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
