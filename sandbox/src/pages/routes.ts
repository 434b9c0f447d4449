import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AdvanceSeconds, advanceClock } from '../clock/advance.ts'
import { Problem } from '../http/problem.ts'
import { check } from '../http/read.ts'
import { CONTROL_BODY_BYTES_MAX } from '../limits.ts'
import type { World } from '../world.ts'
import { assetRoutes } from './assets.ts'
import { checkoutRoutes } from './checkout-routes.ts'
import { homePage } from './home.ts'
import { html } from './html.ts'
import { type InboxView, inboxPage } from './inbox.ts'
import { layout } from './layout.ts'
import { reader } from './reader.ts'
import { sendMailMarkup, sendPage } from './send.ts'

/** Pages that need no script to work: links and forms do everything, the script only keeps them fresh. */
export function pageRoutes(app: FastifyInstance, world: World) {
  acceptForms(app)
  assetRoutes(app)
  checkoutRoutes(app, world)
  app.get('/', (_request, reply) => sendPage(reply, homePage(world)))
  app.post('/clock', (request, reply) => moveClock(world, request, reply))
  // A refused form leaves the browser at this address; reading it again is reading the home page.
  app.get('/clock', (_request, reply) => reply.redirect('/', 303))
  app.get('/inbox', (request, reply) => sendPage(reply, inboxPage(world, readView(request))))
  app.get('/inbox/:id', (request, reply) => {
    const mail = findMail(world, request)
    if (!mail) return sendPage(reply, mailGone(world), 404)
    const view = readView(request)
    const format = param(request, 'view') === 'text' ? 'text' : 'html'
    return sendPage(reply, inboxPage(world, view, { mail, reader: reader(world, mail, view, format) }))
  })
  app.get('/inbox/:id/html', (request, reply) => sendMailMarkup(reply, findMail(world, request)?.html ?? ''))
  app.post('/inbox/empty', (_request, reply) => {
    world.mailbox.empty()
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

async function moveClock(world: World, request: FastifyRequest, reply: FastifyReply) {
  const typed = (request.body ?? {}) as Record<string, string>
  try {
    const { amount, unitSeconds } = check(ClockForm, typed, 'form')
    const seconds = AdvanceSeconds.safeParse(amount * unitSeconds)
    if (!seconds.success) throw new Problem(400, 'VALIDATION_FAILED', 'Move at least one minute and at most ten years.')
    await advanceClock(world, seconds.data)
    return reply.redirect('/', 303)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const form = { amount: typed['amount'] ?? '', unitSeconds: typed['unitSeconds'] ?? '', problem: error.message }
    return sendPage(reply, homePage(world, form), error.status)
  }
}

/** What cannot be understood in an address of the inbox is ignored: the person still sees their mails. */
function readView(request: FastifyRequest): InboxView {
  const before = Number.parseInt(param(request, 'before'), 10)
  return { to: param(request, 'to').trim().slice(0, 320), before: Number.isSafeInteger(before) ? before : undefined }
}

function param(request: FastifyRequest, name: string) {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}

function findMail({ mailbox }: World, request: FastifyRequest) {
  const { id } = request.params as { id: string }
  return /^\d{1,15}$/.test(id) ? mailbox.find(Number(id)) : undefined
}

function mailGone(world: World) {
  return layout(
    world,
    'inbox',
    'Mail not found',
    html`<div class="empty"><h1>This mail is gone</h1>
<p>The inbox was emptied, or newer mails took its place. <a href="/inbox">Open the inbox</a></p></div>`,
  )
}
