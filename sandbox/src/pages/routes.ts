import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AdvanceSeconds, advanceClock } from '../clock/advance.ts'
import { Problem } from '../http/problem.ts'
import { check } from '../http/read.ts'
import { CONTROL_BODY_BYTES_MAX } from '../limits.ts'
import type { SandboxState } from '../sandbox-state.ts'
import { assetRoutes } from './assets.ts'
import { checkoutRoutes } from './checkout-routes.ts'
import { homePage } from './home.ts'
import { html } from './html.ts'
import { type InboxView, inboxPage } from './inbox.ts'
import { layout } from './layout.ts'
import { reader } from './reader.ts'
import { sendMailMarkup, sendPage } from './send.ts'

/** Pages work without JavaScript: links and forms do everything, and the script only refreshes them. */
export function pageRoutes(app: FastifyInstance, state: SandboxState) {
  acceptForms(app)
  assetRoutes(app)
  checkoutRoutes(app, state)
  app.get('/', (_request, reply) => sendPage(reply, homePage(state)))
  app.post('/clock', (request, reply) => moveClock(state, request, reply))
  // After a rejected form the browser is at this URL; reloading it shows the home page.
  app.get('/clock', (_request, reply) => reply.redirect('/', 303))
  app.get('/inbox', (request, reply) => sendPage(reply, inboxPage(state, readView(request))))
  app.get('/inbox/:id', (request, reply) => {
    const mail = findMail(state, request)
    if (!mail) return sendPage(reply, mailNotFound(state), 404)
    const view = readView(request)
    const format = param(request, 'view') === 'text' ? 'text' : 'html'
    return sendPage(reply, inboxPage(state, view, { mail, reader: reader(state, mail, view, format) }))
  })
  app.get('/inbox/:id/html', (request, reply) => sendMailMarkup(reply, findMail(state, request)?.html ?? ''))
  app.post('/inbox/empty', (_request, reply) => {
    state.mailbox.empty()
    return reply.redirect('/inbox', 303)
  })
}

function acceptForms(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  const options = { parseAs: 'string', bodyLimit: CONTROL_BODY_BYTES_MAX } as const
  app.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

const whole = z
  .string('must be a whole number')
  .regex(/^\d{1,12}$/, 'must be a whole number')
  .transform(Number)
const ClockForm = z.strictObject({ amount: whole, unitSeconds: whole })

async function moveClock(state: SandboxState, request: FastifyRequest, reply: FastifyReply) {
  const typed = (request.body ?? {}) as Record<string, string>
  try {
    const { amount, unitSeconds } = check(ClockForm, typed, 'form')
    const seconds = AdvanceSeconds.safeParse(amount * unitSeconds)
    if (!seconds.success)
      throw new Problem(400, 'VALIDATION_FAILED', 'Advance the clock by at least one minute and at most ten years.')
    await advanceClock(state, seconds.data)
    return reply.redirect('/', 303)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const form = { amount: typed['amount'] ?? '', unitSeconds: typed['unitSeconds'] ?? '', problem: error.message }
    return sendPage(reply, homePage(state, form), error.status)
  }
}

/** Invalid query parameters are ignored, so that the inbox is still shown. */
function readView(request: FastifyRequest): InboxView {
  const before = Number.parseInt(param(request, 'before'), 10)
  return { to: param(request, 'to').trim().slice(0, 320), before: Number.isSafeInteger(before) ? before : undefined }
}

function param(request: FastifyRequest, name: string) {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}

function findMail({ mailbox }: SandboxState, request: FastifyRequest) {
  const { id } = request.params as { id: string }
  return /^\d{1,15}$/.test(id) ? mailbox.find(Number(id)) : undefined
}

function mailNotFound(state: SandboxState) {
  return layout(
    state,
    'inbox',
    'Email not found',
    html`<div class="empty"><h1>Email not found</h1>
<p>It was deleted, or newer emails have replaced it. <a href="/inbox">Open inbox</a></p></div>`,
  )
}
