import type { HandlersFor } from '../../platform/jobs.ts'
import type * as jobs from './jobs.ts'
import { stageGivenUp } from './lifecycle/fail.ts'
import { undoImportJob } from './lifecycle/undo.ts'
import { beginImportPersisting, persistImportChunks } from './stages/persist.ts'
import { processImportChunks } from './stages/process.ts'
import { readImport } from './stages/read.ts'
import { resolveImport, stageImportAgain } from './stages/resolve.ts'
import { scanGivenUp, scanImport } from './stages/scan.ts'

export const importJobs: HandlersFor<typeof jobs> = {
  scanFile: { run: scanImport, givenUp: scanGivenUp },
  readFile: { run: readImport, givenUp: stageGivenUp },
  processChunks: { run: processImportChunks, givenUp: stageGivenUp },
  resolveRows: { run: resolveImport, givenUp: stageGivenUp },
  stageAgain: stageImportAgain,
  beginPersisting: { run: beginImportPersisting, givenUp: stageGivenUp },
  persistChunks: { run: persistImportChunks, givenUp: stageGivenUp },
  undoChanges: undoImportJob,
}
