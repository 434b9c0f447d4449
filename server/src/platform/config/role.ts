import type { Running } from '../concurrency/repeat.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/app.ts'
import type { RoleName } from './config.ts'

/** A kind of process: the routes it serves and the background work it runs. */
export interface Role {
  name: RoleName
  /** Routes under the API prefix. */
  apiRoutes: readonly RouteModule[]
  /** Routes at the root: webhooks and pages. */
  rootRoutes: readonly RouteModule[]
  background: readonly Background[]
  /** What this role needs to be ready, besides the database. */
  needs: readonly ReadinessDependency[]
}

export type ReadinessDependency = 'queue' | 'files' | 'scanner' | 'mailer'

/** Adds a slice's routes to the app. */
export type RouteModule = (app: App, deps: Deps) => void | Promise<void>

/** Starts background work that runs until stopped; `stop` waits for the work in progress. */
export type Background = (deps: Deps) => Promise<Running>
