import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Problem } from '../http/problem.ts'
import { readJson, readQuery } from '../http/read.ts'
import { MESSAGE_LOG_ROWS_MAX } from '../limits.ts'
import type { SandboxState } from '../sandbox-state.ts'
import { newWamid } from './message-id.ts'
import { ScriptChange } from './script.ts'
import { sendTemplateEvent } from './templates.ts'

const LIMIT = `must be a whole number from 1 to ${MESSAGE_LOG_ROWS_MAX}`
const LogQuery = z.strictObject({
  limit: z
    .string(LIMIT)
    .regex(/^\d{1,9}$/, LIMIT)
    .transform(Number)
    .pipe(z.int().min(1, LIMIT).max(MESSAGE_LOG_ROWS_MAX, LIMIT))
    .optional(),
})
const number = z.string('must be a phone number').regex(/^\+?\d{7,15}$/, 'must be a phone number with its country code')
const Inbound = z.strictObject({
  from: number,
  text: z.string('must be text').min(1, 'must not be empty').max(4_096, 'must have at most 4096 characters'),
  contextId: z.string('must be a wamid').max(500, 'must be a wamid').optional(),
})
const EVENTS = ['APPROVED', 'REJECTED', 'PAUSED', 'DISABLED', 'FLAGGED', 'REINSTATED'] as const
const TemplateEvent = z.union([
  z.strictObject({ name: z.string(), event: z.enum(EVENTS), reason: z.string().optional() }),
  z.strictObject({ name: z.string(), category: z.enum(['MARKETING', 'UTILITY', 'AUTHENTICATION']) }),
])
const Preference = z.strictObject({ from: number, value: z.enum(['stop', 'resume'], 'must be stop or resume') })

export function providerControl(app: FastifyInstance, state: SandboxState) {
  const { provider, clock } = state
  const seconds = () => Math.floor(clock.now().getTime() / 1_000)
  app.get(
    '/control/provider',
    { config: { does: 'Get the behaviour script of the provider' } },
    async () => provider.script,
  )

  app.put(
    '/control/provider',
    {
      config: {
        does: 'Inject provider faults; fields left out are unchanged',
        example: '{"failRate": 0.1, "failCode": 131026}',
      },
    },
    async (request) => {
      provider.script = { ...provider.script, ...readJson(ScriptChange, request) }
      return provider.script
    },
  )

  app.get(
    '/control/provider/messages',
    { config: { does: 'List accepted messages, oldest first; ?limit= for the newest' } },
    async (request) => ({ messages: provider.accepted.latest(readQuery(LogQuery, request).limit) }),
  )

  app.post(
    '/control/provider/inbound',
    { config: { does: 'Simulate an inbound message', example: '{"from": "919876543210", "text": "STOP"}' } },
    async (request) => {
      const { from, text, contextId } = readJson(Inbound, request)
      const waId = from.replace('+', '')
      const wamid = newWamid(waId)
      provider.lastInbound.set(waId, clock.now().getTime())
      const message = { from: waId, id: wamid, timestamp: String(seconds()), type: 'text', text: { body: text } }
      const context = contextId === undefined ? {} : { context: { from: '15550783881', id: contextId } }
      const contacts = [{ profile: { name: 'Sandbox person' }, wa_id: waId }]
      provider.callbacks.change('messages', { contacts, messages: [{ ...message, ...context }] })
      return { wamid }
    },
  )

  app.post(
    '/control/provider/templates',
    { config: { does: 'Simulate a template event', example: '{"name": "h1_hello", "event": "PAUSED"}' } },
    async (request) => {
      const event = readJson(TemplateEvent, request)
      const template = [...provider.templates.values()].find(({ name }) => name === event.name)
      if (!template) throw new Problem(404, 'NOT_FOUND', 'The account has no template with this name.')
      if ('event' in event) sendTemplateEvent(state, template, event.event, event.reason)
      else {
        const previous = template.category
        template.category = event.category
        provider.callbacks.change('template_category_update', {
          message_template_id: Number(template.id),
          message_template_name: template.name,
          message_template_language: template.language.replace('_', '-'),
          previous_category: previous,
          new_category: event.category,
        })
      }
      return template
    },
  )

  app.post(
    '/control/provider/preferences',
    {
      config: { does: 'Simulate a marketing opt-out or opt-in', example: '{"from": "919876543210", "value": "stop"}' },
    },
    async (request) => {
      const { from, value } = readJson(Preference, request)
      const preference = { wa_id: from.replace('+', ''), category: 'marketing_messages', value, timestamp: seconds() }
      provider.callbacks.change('user_preferences', { user_preferences: [preference] })
      return { ok: true }
    },
  )
}
