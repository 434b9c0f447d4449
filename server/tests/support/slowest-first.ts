import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that take longest. Started last, one of them would leave the other workers without anything to do. */
const SLOWEST = [
  'server/tests/flows/demo-month.test.ts',
  'server/tests/simulation/simulation.test.ts',
  'portal/tests/browser/campaigns.test.ts',
  'server/tests/flows/start.test.ts',
  'server/tests/simulation/more-walks.test.ts',
  'portal/tests/browser/key-pages.test.ts',
  'portal/tests/browser/imports.test.ts',
  'portal/tests/browser/contacts.test.ts',
  'portal/tests/browser/dialogs.test.ts',
  'portal/tests/browser/operators.test.ts',
  'server/src/features/imports/stages/randomised-imports.test.ts',
  'portal/tests/browser/two-factor.test.ts',
  'portal/tests/browser/inside.test.ts',
  'server/tests/dispatch/kills.test.ts',
  'portal/tests/browser/languages.test.ts',
  'portal/tests/browser/grace.test.ts',
  'server/src/embedded/postgres/postgres.test.ts',
  'portal/tests/browser/money.test.ts',
  'portal/tests/browser/approvals.test.ts',
  'server/tests/exports/kills.test.ts',
  'portal/tests/browser/roles.test.ts',
  'portal/tests/browser/templates.test.ts',
  'portal/tests/browser/outside.test.ts',
  'server/src/platform/http/fuzz.test.ts',
  'server/tests/dispatch/cuts.test.ts',
  'server/tests/imports/kills.test.ts',
  'portal/tests/browser/story.test.ts',
  'portal/tests/browser/payments.test.ts',
  'cli/tests/import.test.ts',
  'server/src/features/erasure/erasure.test.ts',
  'server/tests/payments/crashes.test.ts',
  'server/tests/campaigns/life.test.ts',
  'server/src/features/payments/reconcile.test.ts',
  'server/src/embedded/postgres/crash.test.ts',
  'server/tests/dispatch/restarts.test.ts',
  'server/tests/flows/clock-jump.test.ts',
  'portal/tests/browser/keyboard.test.ts',
  'server/tests/dispatch/redis.test.ts',
  'server/tests/canary.test.ts',
  'portal/tests/browser/inbox.test.ts',
  'server/src/platform/http/ids.test.ts',
  'server/tests/payments/duplicates.test.ts',
  'server/tests/imports/hostile.test.ts',
  'server/src/adapters/queue/lifetime.test.ts',
  'server/src/features/imports/repairs/repairs.test.ts',
  'server/src/adapters/queue/contract.test.ts',
  'server/src/platform/http/surface.test.ts',
  'server/src/features/imports/lifecycle/races.test.ts',
  'cli/tests/review.test.ts',
  'server/tests/flows/late-parts.test.ts',
  'server/src/features/imports/stages/automatic-imports.test.ts',
  'server/src/features/payments/capture.test.ts',
  'server/tests/imports/storage.test.ts',
  'server/src/features/imports/review/remapping.test.ts',
  'server/tests/flows/rotation-kills.test.ts',
  'server/src/features/contacts/bulk/actions-during-imports.test.ts',
  'server/src/features/subscriptions/lifecycle/lifecycle.test.ts',
  'server/tests/payments/unplaced-kills.test.ts',
  'server/src/features/monitoring/processes.test.ts',
  'server/tests/flows/stop.test.ts',
  'server/src/adapters/file-store/s3.test.ts',
  'server/src/features/campaigns/lifecycle/races.test.ts',
  'server/src/features/imports/review/preview/preview.test.ts',
  'server/src/features/callbacks/statuses.test.ts',
  'server/tests/dispatch/faults.test.ts',
  'server/src/features/imports/stages/scanning.test.ts',
  'server/tests/invoices/kills.test.ts',
  'server/tests/flows/tutorials.test.ts',
  'server/tests/imports/files.test.ts',
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
