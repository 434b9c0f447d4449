import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { CUSTOMER_WINDOW_SECONDS } from '../limits.ts'
import type { SandboxState } from '../sandbox-state.ts'
import { checkTemplateMessage, MessageBody, readNumber } from './check-message.ts'
import { graphErrorOf } from './error-codes.ts'
import { GraphApiError } from './graph-error.ts'
import { newWamid } from './message-id.ts'
import { assertObject, readGraph } from './read-graph.ts'
import { statusesOf } from './statuses.ts'

/** POST /{phone number id}/messages only accepts a message. Callbacks report whether it was sent and delivered. */
export function messageRoutes(app: FastifyInstance, state: SandboxState) {
  const { provider, config, clock } = state

  app.post<{ Params: { id: string } }>('/:id/messages', async (request, reply) => {
    const { script } = provider
    if (script.latencyMs) await sleep(script.latencyMs)
    assertObject(request.params.id, config.provider.phoneNumberId)
    if (!provider.rateLimits.takeThroughput(script.maxPerSecond, performance.now()))
      throw new GraphApiError(graphErrorOf(130429, 'Cloud API message throughput has been reached.'))
    const body = readGraph(MessageBody, request)
    const to = readNumber(body.to)
    const template = body.type === 'template' ? checkTemplateMessage(provider, body) : undefined
    if (body.type === 'text' && !body.text)
      throw new GraphApiError(graphErrorOf(131008, 'Required parameter is missing: text'))
    if (!provider.rateLimits.takePair(to, performance.now()))
      throw new GraphApiError(
        graphErrorOf(
          131056,
          'Message failed to send because there were too many messages sent from this phone number to the same phone number in a short period of time.',
        ),
      )
    const shouldFail = Math.random() < script.failRate
    if (shouldFail && !script.failAsync)
      throw new GraphApiError(graphErrorOf(script.failCode, 'Scripted by the sandbox'))

    const now = clock.now()
    const wamid = newWamid(to)
    const reference = body.biz_opaque_callback_data ?? null
    provider.accepted.add({ wamid, to, at: now.toISOString(), biz_opaque_callback_data: reference, body })
    const isClosed = body.type === 'text' && !isOpenFor(to)
    const failCode = isClosed ? 131047 : shouldFail ? script.failCode : undefined
    const statuses = statusesOf({ wamid, to, reference, category: template?.category ?? 'SERVICE', failCode }, clock)
    if (!script.silent && script.callbackBeforeReply)
      await provider.callbacks.statusNow(statuses.map(({ status }) => status))
    else if (!script.silent) for (const { status, delayMs } of statuses) provider.callbacks.status(status, delayMs)

    if (Math.random() < script.dropReplyRate) {
      request.raw.socket.destroy()
      return reply.hijack()
    }
    return reply.type('application/json; charset=UTF-8').send({
      messaging_product: 'whatsapp',
      contacts: [{ input: body.to, wa_id: to }],
      messages: [{ id: wamid, ...(template && { message_status: 'accepted' }) }],
    })
  })

  const isOpenFor = (to: string) =>
    clock.now().getTime() - (provider.lastInbound.get(to) ?? Number.NEGATIVE_INFINITY) < CUSTOMER_WINDOW_SECONDS * 1_000
}
