import type { z } from 'zod'
import type { VendorId } from '../domain/ids.ts'
import type { Deps } from './deps.ts'

/** A job's name, payload and attempts, apart from its handler, so that enqueuing a job does not import the handler. */
export interface JobDefinition<Payload = Record<string, unknown>> {
  name: string
  /** Ids and numbers only: payloads are stored in the queue, where personal data must not be. */
  payload: z.ZodType<Payload>
  lane: Lane
  /** Attempts in quick succession, made by the queue. */
  attempts: number
  backoffMs: number
  /** How often the job is then deferred before it becomes a dead letter. */
  deferrals: number
  priority: number
}

/** Each lane is a queue of its own. */
const LANES = ['default', 'imports', 'campaigns', 'messages'] as const
export type Lane = (typeof LANES)[number]

export type JobHandler<Payload> = (deps: Deps, vendorId: VendorId, payload: Payload) => Promise<void>

export function defineJob<Payload extends Record<string, unknown>>(
  name: string,
  payload: z.ZodType<Payload>,
  options: Partial<Pick<JobDefinition, 'lane' | 'attempts' | 'backoffMs' | 'deferrals' | 'priority'>> = {},
): JobDefinition<Payload> {
  return { name, payload, lane: 'default', attempts: 5, backoffMs: 2_000, deferrals: 0, priority: 0, ...options }
}

/** The handler of a job, and what happens when it has failed permanently. Both may be called twice. */
interface JobHandlers<Payload> {
  run: JobHandler<Payload>
  givenUp: JobHandler<Payload>
}

/** A handler for each job of a slice's jobs.ts; a missing one does not compile. */
export type HandlersFor<Jobs> = {
  [Name in keyof Jobs]: Jobs[Name] extends JobDefinition<infer Payload>
    ? JobHandler<Payload> | JobHandlers<Payload>
    : never
}

export interface RunnableJob {
  definition: JobDefinition
  run: JobHandler<unknown>
  givenUp?: JobHandler<unknown> | undefined
}

export function runnable<Jobs extends object>(jobs: Jobs, handlers: HandlersFor<Jobs>): RunnableJob[] {
  return Object.entries(jobs).map(([name, definition]) => {
    const handler = handlers[name as keyof Jobs] as JobHandler<unknown> | JobHandlers<unknown>
    const { run, givenUp } = typeof handler === 'function' ? { run: handler, givenUp: undefined } : handler
    return { definition: definition as JobDefinition, run, givenUp }
  })
}
