import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Gateway } from './gateway.ts'
import { GatewayError } from './gateway-error.ts'

/** Injects faults into the API: latency, errors without effect, and dropped responses after an effect. */
export function injectFaults(app: FastifyInstance, gateway: Gateway) {
  app.addHook('preHandler', async () => {
    const { latencyMs, errorRate } = gateway.script
    if (latencyMs) await sleep(latencyMs, undefined, { ref: false })
    if (Math.random() < errorRate)
      throw new GatewayError('We are facing some trouble completing it.', { status: 500, code: 'SERVER_ERROR' })
  })
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode < 300 && Math.random() < gateway.script.dropReplyRate) request.raw.socket.destroy()
  })
}
