import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { GraphApiError } from './graph-error.ts'

/** Reports only the first problem, like the real provider. */
export function readGraph<S extends z.ZodType>(schema: S, request: FastifyRequest): z.output<S> {
  const parsed = schema.safeParse(request.body)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.join('.') || 'body'
  throw new GraphApiError({
    status: 400,
    code: 100,
    message: `(#100) The parameter ${field} is required or not valid.`,
  })
}

export function assertObject(id: string, expected: string) {
  if (id === expected) return
  throw new GraphApiError({
    status: 400,
    code: 100,
    message: `Unsupported request. Object with ID '${id.slice(0, 40)}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
  })
}
