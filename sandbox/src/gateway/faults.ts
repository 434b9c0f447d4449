import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Gateway } from './gateway.ts'
import { GatewayFault } from './gateway-error.ts'

/** The script of the API: slow answers, errors without effect, and effects without answer. */
export function scriptFaults(app: FastifyInstance, gateway: Gateway) {
  app.addHook('preHandler', async () => {
    const { latencyMs, errorRate } = gateway.script
    if (latencyMs) await sleep(latencyMs, undefined, { ref: false })
    if (Math.random() < errorRate)
      throw new GatewayFault('We are facing some trouble completing it.', { status: 500, code: 'SERVER_ERROR' })
  })
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode < 300 && Math.random() < gateway.script.dropReplyRate) request.raw.socket.destroy()
  })
}
