import { z } from 'zod'
import { type AccountId, PLATFORM } from '../../domain/ids.ts'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { DayOrInstant, instantOf } from '../../platform/http/day-or-instant.ts'
import { OPERATOR } from '../../platform/http/guards/access.ts'
import { createPager, ListQuery, listOf } from '../../platform/http/pagination.ts'
import { isId } from '../../platform/ids.ts'
import { listActions } from '../audit/record.ts'
import { AuditEntry } from '../audit/schema.ts'
import { describeAccounts } from '../auth/accounts/accounts.ts'

const Instant = DayOrInstant.meta({ example: '2026-10-01T00:00:00Z' })
const AuditQuery = ListQuery.extend({
  vendorId: z.string().refine(isId, 'must be an id').optional(),
  action: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'must be an action such as REFUND_ISSUED')
    .optional(),
  operatorId: z.string().refine(isId, 'must be an id').optional(),
  from: Instant.optional().meta({ description: 'Only entries from this time on; a day begins at midnight in UTC' }),
  to: Instant.optional().meta({ description: 'Only entries before this time, or before the beginning of this day' }),
})

export function auditRoutes(app: App, deps: Deps) {
  const pager = createPager(deps.signer, 'admin/audit', PLATFORM)
  app.get(
    '/admin/audit',
    {
      config: { access: OPERATOR },
      schema: {
        tags: ['admin'],
        summary: 'List audit log entries, newest first',
        description: 'Entries are written in the same transaction as the action they record and never change.',
        querystring: AuditQuery,
        response: { 200: listOf(AuditEntry) },
      },
    },
    async ({ query }) => {
      const page = pager.pageOf(query)
      const { vendorId, action, operatorId, from, to } = query
      const period = { from: instantOf(from, 'UTC'), to: instantOf(to, 'UTC') }
      const { rows, total } = await listActions(deps.db, { vendorId, action, operatorId, ...period }, page)
      const named = new Map(rows.map((row) => [row.id, peopleIn(row)]))
      const operators = new Set([...rows.flatMap(({ operatorId }) => operatorId ?? []), ...[...named.values()].flat()])
      const accounts = await describeAccounts(deps, deps.db, [...operators])
      const emailOf = (id: AccountId | null) => (id && accounts.get(id)?.email) ?? null
      const shown = rows.map((row) => ({
        ...row,
        at: row.at.toISOString(),
        operatorEmail: emailOf(row.operatorId),
        people: Object.fromEntries(
          (named.get(row.id) ?? []).flatMap((id) => {
            const email = emailOf(id)
            return email === null ? [] : [[id, email]]
          }),
        ),
      }))
      return pager.answer(page, shown, total, (row) => row.id)
    },
  )
}

/** The operators whom an entry names beside the one who acted. */
const peopleIn = ({ details, before, after }: Awaited<ReturnType<typeof listActions>>['rows'][number]) =>
  ['approvedBy', 'confirmedBy', 'invitedBy'].flatMap((name) => {
    const id = { ...before, ...details, ...after }[name]
    return typeof id === 'string' ? [id as AccountId] : []
  })
