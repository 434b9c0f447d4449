import type { FastifyRequest } from 'fastify'
import { invalidField } from '../../errors.ts'
import { UNKNOWN_FIELD } from '../../validation-messages.ts'
import type { App } from '../app.ts'
import { PATH_CHARS_MAX } from '../errors/problem.ts'

const WRITING = ['POST', 'PUT', 'PATCH', 'DELETE']

/** A route without a body schema accepts no body, an empty one or `{}`. It would ignore any field. */
export function refuseUnwantedBodies(app: App) {
  app.addHook('onRoute', (route) => {
    const isWriting = [route.method].flat().some((method) => WRITING.includes(method))
    if (!isWriting || route.schema?.body) return
    route.preValidation = [...[route.preValidation ?? []].flat(), refuseBody]
  })
}

async function refuseBody({ body }: FastifyRequest) {
  if (body === undefined || body === null || Buffer.isBuffer(body)) return // raw bodies are parsed by the route
  const [field] = typeof body === 'object' && !Array.isArray(body) ? Object.keys(body) : ['body']
  if (field === undefined) return
  throw invalidField(field.slice(0, PATH_CHARS_MAX), UNKNOWN_FIELD)
}
