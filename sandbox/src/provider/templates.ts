import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { TEMPLATE_REVIEW_MS, TEMPLATES_MAX } from '../limits.ts'
import type { SandboxState } from '../sandbox-state.ts'
import { templateError } from './check-template.ts'
import { GraphApiError } from './graph-error.ts'
import { EditedTemplate, NewTemplate } from './new-template.ts'
import type { Provider, TemplateRecord } from './provider.ts'
import { assertObject, readGraph } from './read-graph.ts'

/** Creates, reviews (after about a second), edits, lists and deletes templates of the account. */
export function templateRoutes(app: FastifyInstance, state: SandboxState) {
  const { provider, config } = state

  app.post<{ Params: { id: string } }>('/:id/message_templates', async (request, reply) => {
    assertObject(request.params.id, config.provider.wabaId)
    const template = createTemplate(provider, readGraph(NewTemplate, request))
    setTimeout(() => review(state, template), TEMPLATE_REVIEW_MS).unref()
    const { id, status, category } = template
    return reply.type('application/json; charset=UTF-8').send({ id, status, category })
  })

  app.post<{ Params: { id: string } }>('/:id', async (request) => {
    const { id } = request.params
    const template = provider.templates.get(id)
    if (template) editTemplate(template, readGraph(EditedTemplate, request))
    else assertObject(id, 'a template')
    setTimeout(() => template && review(state, template), TEMPLATE_REVIEW_MS).unref()
    return { success: true }
  })

  app.get<{ Params: { id: string }; Querystring: { name?: string } }>('/:id/message_templates', async (request) => {
    assertObject(request.params.id, config.provider.wabaId)
    const { name } = request.query
    const data = [...provider.templates.values()].filter((template) => !name || template.name.includes(name))
    return { data, paging: { cursors: { before: 'MAZDZD', after: 'MjQZD' } } }
  })

  app.delete<{ Params: { id: string }; Querystring: { name?: string; hsm_id?: string } }>(
    '/:id/message_templates',
    async (request) => {
      const { name, hsm_id: id } = request.query
      const gone = [...provider.templates.values()].filter(
        (template) => template.name === name && (id === undefined || template.id === id),
      )
      assertObject(gone.length > 0 ? request.params.id : `${name}`, config.provider.wabaId)
      for (const template of gone) provider.templates.delete(template.id)
      return { success: true }
    },
  )
}

function createTemplate(provider: Provider, asked: NewTemplate): TemplateRecord {
  const isTaken = [...provider.templates.values()].some(
    ({ name, language }) => name === asked.name && language === asked.language,
  )
  const fault = templateError(asked, { isTaken, isFull: provider.templates.size >= TEMPLATES_MAX })
  if (fault) throw new GraphApiError(fault)
  const { name, language, category, parameter_format, components } = asked
  const id = `1${randomInt(10 ** 8)}${randomInt(10 ** 6)}`
  const template = { id, name, language, category, parameter_format, components, status: 'PENDING' }
  provider.templates.set(id, template)
  return template
}

/** Replaces the whole template. A template in review cannot be edited. */
function editTemplate(template: TemplateRecord, change: EditedTemplate) {
  if (template.status === 'PENDING')
    throw new GraphApiError({ status: 400, code: 100, message: '(#100) A template in review cannot be edited.' })
  const fault = templateError({ ...template, ...change }, { isTaken: false, isFull: false })
  if (fault) throw new GraphApiError(fault)
  Object.assign(template, change, { status: 'PENDING' })
}

function review(state: SandboxState, template: TemplateRecord) {
  if (!state.provider.templates.has(template.id) || template.status !== 'PENDING') return
  sendTemplateEvent(state, template, state.provider.script.templateVerdict)
}

/** Like the real provider, sends the template id as an integer and the language with a hyphen. */
export function sendTemplateEvent(
  { provider }: SandboxState,
  template: TemplateRecord,
  event: string,
  reason?: string,
) {
  if (['APPROVED', 'REJECTED', 'PAUSED', 'DISABLED', 'PENDING'].includes(event)) template.status = event
  provider.callbacks.change('message_template_status_update', {
    event,
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language.replace('_', '-'),
    reason: reason ?? (event === 'REJECTED' ? 'INVALID_FORMAT' : 'NONE'),
    message_template_category: template.category,
    ...(event === 'REJECTED' && {
      rejection_info: {
        reason: 'The sandbox is configured to reject templates.',
        recommendation: 'PUT /control/provider {"templateVerdict": "APPROVED"} and submit it again.',
      },
    }),
  })
}
