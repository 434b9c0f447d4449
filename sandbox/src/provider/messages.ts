import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { CUSTOMER_WINDOW_SECONDS } from '../limits.ts'
import type { World } from '../world.ts'
import { checkTemplateMessage, MessageBody, readNumber } from './check-message.ts'
import { faultOf } from './faults.ts'
import { Refusal } from './graph-error.ts'
import { assertObject, readGraph } from './read-graph.ts'
import { statusesOf } from './statuses.ts'

/** POST /{phone number}/messages: accepted is not sent, and sent is not delivered. Callbacks tell the rest. */
export function messageRoutes(app: FastifyInstance, world: World) {
  const { provider, config, clock } = world

  app.post<{ Params: { id: string } }>('/:id/messages', async (request, reply) => {
    const { script } = provider
    if (script.latencyMs) await sleep(script.latencyMs)
    assertObject(request.params.id, config.provider.phoneNumberId)
    if (!provider.pacing.takeThroughput(script.maxPerSecond, performance.now()))
      throw new Refusal(faultOf(130429, 'Cloud API message throughput has been reached.'))
    const body = readGraph(MessageBody, request)
    const to = readNumber(body.to)
    const template = body.type === 'template' ? checkTemplateMessage(provider, body) : undefined
    if (body.type === 'text' && !body.text) throw new Refusal(faultOf(131008, 'Required parameter is missing: text'))
    if (!provider.pacing.takePair(to, performance.now()))
      throw new Refusal(
        faultOf(
          131056,
          'Message failed to send because there were too many messages sent from this phone number to the same phone number in a short period of time.',
        ),
      )
    const isUnlucky = Math.random() < script.failRate
    if (isUnlucky && !script.failAsync) throw new Refusal(faultOf(script.failCode, 'Scripted by the sandbox'))

    const now = clock.now()
    const wamid = `wamid.${randomBytes(28).toString('base64')}`
    const reference = body.biz_opaque_callback_data ?? null
    provider.accepted.add({ wamid, to, at: now.toISOString(), biz_opaque_callback_data: reference, body })
    const isClosed = body.type === 'text' && !isOpenFor(to)
    const failCode = isClosed ? 131047 : isUnlucky ? script.failCode : undefined
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
