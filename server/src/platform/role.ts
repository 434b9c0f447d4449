import type { Running } from './concurrency/repeat.ts'
import type { RoleName } from './config.ts'
import type { Deps } from './deps.ts'
import type { App } from './http/app.ts'

/** What one kind of process does: the routes it serves and the work it keeps doing. */
export interface Role {
  name: RoleName
  /** Under the API prefix. */
  apiRoutes: readonly RouteModule[]
  /** At the root: webhooks, pages. */
  rootRoutes: readonly RouteModule[]
  background: readonly Background[]
  /** Besides the database: what must be up for this role to be ready. */
  needs: readonly Need[]
}

export type Need = 'queue' | 'files' | 'scanner' | 'mailer'

/** Adds a slice's routes to the app. */
export type RouteModule = (app: App, deps: Deps) => void | Promise<void>

/** Starts something that runs until it is stopped; `stop` lets what is under way come to an end. */
export type Background = (deps: Deps) => Promise<Running>
