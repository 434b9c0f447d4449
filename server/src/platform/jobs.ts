import type { z } from 'zod'
import type { VendorId } from '../domain/ids.ts'
import type { Deps } from './deps.ts'

/** A job's name, payload and tries, apart from the code that does it, so that asking for work does not import it. */
export interface JobDefinition<Payload = Record<string, unknown>> {
  name: string
  /** Ids and numbers only: payloads rest in the queue, where personal data has no place. */
  payload: z.ZodType<Payload>
  lane: Lane
  /** Tries in quick succession, by the queue. */
  attempts: number
  backoffMs: number
  /** How often, after those, the job is put off to a later time before it is a dead letter. */
  deferrals: number
  priority: number
}

/** Each lane is a queue of its own. */
export const LANES = ['default'] as const
export type Lane = (typeof LANES)[number]

export type JobHandler<Payload> = (deps: Deps, vendorId: VendorId, payload: Payload) => Promise<void>

export function defineJob<Payload extends Record<string, unknown>>(
  name: string,
  payload: z.ZodType<Payload>,
  options: Partial<Pick<JobDefinition, 'lane' | 'attempts' | 'backoffMs' | 'deferrals' | 'priority'>> = {},
): JobDefinition<Payload> {
  return { name, payload, lane: 'default', attempts: 5, backoffMs: 2_000, deferrals: 0, priority: 0, ...options }
}

/** A handler for each job of a slice's jobs.ts: leaving one out does not compile. */
export type HandlersFor<Jobs> = {
  [Name in keyof Jobs]: Jobs[Name] extends JobDefinition<infer Payload> ? JobHandler<Payload> : never
}

export interface RunnableJob {
  definition: JobDefinition
  run: JobHandler<unknown>
}

export function runnable<Jobs extends object>(jobs: Jobs, handlers: HandlersFor<Jobs>): RunnableJob[] {
  return Object.entries(jobs).map(([name, definition]) => ({
    definition: definition as JobDefinition,
    run: handlers[name as keyof Jobs] as JobHandler<unknown>,
  }))
}
