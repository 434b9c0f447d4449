import { PLATFORM } from '../../../domain/ids.ts'
import { providerError } from '../../../domain/messaging/provider-errors.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { App } from '../../../platform/http/app.ts'
import { OPERATOR } from '../../../platform/http/guards/access.ts'
import { createPager, ListQuery, listOf } from '../../../platform/http/pagination.ts'
import type { Operator } from '../../../platform/http/principal.ts'
import { recordAction } from '../../audit/record.ts'
import { listDiscrepancies } from '../../messages/settlement/discrepancies.ts'
import { findNumberState } from './account-reports.cross-vendor.sql.ts'
import { listEvents } from './account-reports.ts'
import { AUDIT_SUBJECT, RESUMED, readProviderState, resumeSending, STOPPED, stopManually } from './provider-state.ts'
import { DiscrepancyView, ProviderEventView, ProviderView } from './schema.ts'

/** For operators: the state of the messaging account that all vendors share. */
export function providerRoutes(app: App, deps: Deps) {
  app.get(
    '/admin/provider',
    {
      config: { access: OPERATOR },
      schema: {
        tags: ['admin'],
        summary: 'Get the sending status of the platform',
        description:
          'An error of the shared messaging account or its number (an expired token, an unpaid bill) stops sending for all vendors. Messages stay queued.',
        response: { 200: ProviderView },
      },
    },
    async () => readProvider(deps.db),
  )

  const pager = createPager(deps.signer, 'admin/provider/discrepancies', PLATFORM)
  app.get(
    '/admin/provider/discrepancies',
    {
      config: { access: OPERATOR },
      schema: {
        tags: ['admin'],
        summary: 'List conflicting status updates, newest first',
        description:
          'A failure after a delivery, a delivery after a failure, or a delivery of a refunded message. None of them changed a balance.',
        querystring: ListQuery,
        response: { 200: listOf(DiscrepancyView) },
      },
    },
    async ({ query }) => {
      const page = pager.pageOf(query)
      const { discrepancies, total } = await listDiscrepancies(deps.db, page)
      return pager.answer(page, discrepancies, total, ({ id }) => id)
    },
  )

  const eventPager = createPager(deps.signer, 'admin/provider/events', PLATFORM)
  app.get(
    '/admin/provider/events',
    {
      config: { access: OPERATOR },
      schema: {
        tags: ['admin'],
        summary: 'List events of the provider account, newest first',
        description:
          'What the provider reported about the account, the quality and the limits of the sending number, and the quality of templates. Kept for a year.',
        querystring: ListQuery,
        response: { 200: listOf(ProviderEventView) },
      },
    },
    async ({ query }) => {
      const page = eventPager.pageOf(query)
      const { events, total } = await listEvents(deps.db, page)
      return eventPager.answer(page, events, total, ({ id }) => id)
    },
  )

  const actionRoute = (path: string, documentation: { summary: string; description: string }, change: typeof stop) =>
    app.post(
      path,
      {
        config: { access: OPERATOR },
        schema: { tags: ['admin'], ...documentation, response: { 200: ProviderView } },
      },
      async ({ operator }) => {
        const now = deps.clock.now()
        await inTransaction(deps.db, (tx) => change(tx, operator, now))
        return readProvider(deps.db)
      },
    )
  actionRoute(
    '/admin/provider/stop',
    {
      summary: 'Stop all sending',
      description:
        'For all vendors, until an operator resumes it. Messages in flight are completed. Recorded in the audit log.',
    },
    stop,
  )
  actionRoute(
    '/admin/provider/resume',
    {
      summary: 'Resume all sending',
      description:
        'Once the account problem is resolved. Queued messages are sent immediately. Recorded in the audit log.',
    },
    resume,
  )
}

async function stop(tx: Tx, operator: Operator, now: Date) {
  if (!(await stopManually(tx, now))) throw new AppError('INVALID_STATE', { detail: 'Sending is already stopped.' })
  const action = { operatorId: operator.accountId, action: 'PROVIDER_STOPPED' } as const
  await recordAction(tx, { ...action, ...AUDIT_SUBJECT, ...STOPPED }, now)
}

async function resume(tx: Tx, operator: Operator, now: Date) {
  const stopped = await resumeSending(tx, now)
  if (!stopped) throw new AppError('INVALID_STATE', { detail: 'Sending is not stopped.' })
  const action = { operatorId: operator.accountId, action: 'PROVIDER_RESUMED', details: stopped } as const
  await recordAction(tx, { ...action, ...AUDIT_SUBJECT, ...RESUMED }, now)
}

async function readProvider(db: Db) {
  const [{ stoppedAt, stoppedCode }, number] = await Promise.all([readProviderState(db), findNumberState(db)])
  const changes = [number.quality_at, number.messaging_limit_at].filter((at) => at !== null)
  const qualitySince = changes.length > 0 ? new Date(Math.max(...changes.map(Number))).toISOString() : null
  const stoppedSince = stoppedAt?.toISOString() ?? null
  return {
    stopped: stoppedAt !== null,
    code: stoppedCode,
    reason: stoppedCode === null ? null : providerError(stoppedCode).reason,
    since: stoppedSince ?? qualitySince,
    stoppedSince,
    quality: number.quality,
    messagingLimit: number.messaging_limit,
    qualitySince,
  }
}
