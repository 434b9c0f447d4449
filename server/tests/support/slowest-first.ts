import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that take longest. Started last, one of them would leave the other workers without anything to do. */
const SLOWEST = [
  'portal/tests/browser/campaigns.test.ts',
  'portal/tests/browser/operators.test.ts',
  'portal/tests/browser/inside.test.ts',
  'portal/tests/browser/dialogs.test.ts',
  'server/tests/simulation/simulation.test.ts',
  'server/tests/simulation/more-walks.test.ts',
  'server/src/features/imports/stages/randomised-imports.test.ts',
  'server/tests/flows/start.test.ts',
  'cli/tests/import.test.ts',
  'server/tests/dispatch/kills.test.ts',
  'server/tests/dispatch/cuts.test.ts',
  'server/tests/dispatch/restarts.test.ts',
  'server/tests/imports/kills.test.ts',
  'server/src/features/imports/stages/scanning.test.ts',
  'server/src/embedded/postgres/crash.test.ts',
  'server/src/embedded/postgres/postgres.test.ts',
  'server/tests/dispatch/redis.test.ts',
  'server/tests/imports/hostile.test.ts',
  'server/tests/imports/storage.test.ts',
  'server/tests/imports/uploads.test.ts',
  'server/src/features/imports/stages/poison.test.ts',
  'server/src/adapters/queue/lifetime.test.ts',
  'server/src/features/payments/reconcile.test.ts',
  'server/tests/campaigns/expansion-kills.test.ts',
  'server/src/features/refunds/races.test.ts',
  'server/src/platform/http/fuzz.test.ts',
  'server/src/platform/http/lists.test.ts',
]

/** The slowest files of each project first, then the order of vitest: by the last run, or by size where there was none. */
export class SlowestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]) {
    const sorted = await super.sort(specifications)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) => slowestFirst(sorted.filter((one) => one.project === project)))
  }
}

function slowestFirst(specifications: TestSpecification[]) {
  const place = ({ moduleId }: TestSpecification) => {
    const index = SLOWEST.findIndex((path) => moduleId.endsWith(`/${path}`))
    return index === -1 ? SLOWEST.length : index
  }
  return specifications.sort((a, b) => place(a) - place(b))
}
