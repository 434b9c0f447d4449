import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that take longest. Started last, one of them would leave the other workers without anything to do. */
const SLOWEST = [
  'server/tests/flows/demo-month.test.ts',
  'portal/tests/browser/campaigns.test.ts',
  'portal/tests/browser/imports.test.ts',
  'server/tests/simulation/simulation.test.ts',
  'server/tests/simulation/more-walks.test.ts',
  'portal/tests/browser/operators.test.ts',
  'portal/tests/browser/inside.test.ts',
  'portal/tests/browser/contacts.test.ts',
  'portal/tests/browser/two-factor.test.ts',
  'portal/tests/browser/templates.test.ts',
  'server/src/features/imports/stages/randomised-imports.test.ts',
  'portal/tests/browser/money.test.ts',
  'server/tests/flows/start.test.ts',
  'portal/tests/browser/roles.test.ts',
  'portal/tests/browser/dialogs.test.ts',
  'portal/tests/browser/inbox.test.ts',
  'server/tests/dispatch/kills.test.ts',
  'server/tests/payments/unplaced-kills.test.ts',
  'server/src/embedded/postgres/postgres.test.ts',
  'server/tests/dispatch/cuts.test.ts',
  'server/tests/exports/kills.test.ts',
  'portal/tests/browser/story.test.ts',
  'server/tests/campaigns/life.test.ts',
  'server/src/embedded/postgres/crash.test.ts',
  'portal/tests/browser/languages.test.ts',
  'cli/tests/import.test.ts',
  'server/tests/payments/crashes.test.ts',
  'server/tests/dispatch/redis.test.ts',
  'portal/tests/browser/outside.test.ts',
  'server/tests/flows/clock-jump.test.ts',
  'server/tests/imports/kills.test.ts',
  'server/tests/flows/stop.test.ts',
  'server/src/features/payments/reconcile.test.ts',
  'server/src/features/imports/repairs/repairs.test.ts',
  'server/src/features/imports/stages/scanning.test.ts',
  'server/src/adapters/queue/lifetime.test.ts',
  'portal/tests/browser/payments.test.ts',
  'server/tests/payments/duplicates.test.ts',
  'server/tests/invoices/kills.test.ts',
  'server/tests/flows/tutorials.test.ts',
  'server/tests/dispatch/faults.test.ts',
  'portal/tests/browser/keyboard.test.ts',
  'portal/tests/browser/approvals.test.ts',
  'portal/tests/browser/grace.test.ts',
  'server/tests/dispatch/restarts.test.ts',
  'server/src/features/erasure/erasure.test.ts',
  'server/tests/imports/files.test.ts',
  'server/tests/flows/rotation-kills.test.ts',
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
