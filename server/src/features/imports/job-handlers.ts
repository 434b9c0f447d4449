import type { HandlersFor } from '../../platform/jobs.ts'
import { inspectImport, mailAboutFlag } from './inspection/inspect-import.ts'
import type * as jobs from './jobs.ts'
import { failStage } from './lifecycle/fail.ts'
import { undoImportJob } from './lifecycle/undo.ts'
import { beginImportPersisting, persistImportChunks } from './stages/persist.ts'
import { processImportChunks } from './stages/process.ts'
import { processImportAgain } from './stages/process-again.ts'
import { readImport } from './stages/read.ts'
import { resolveImport, stageImportAgain } from './stages/resolve.ts'
import { failScan, scanImport } from './stages/scan.ts'

export const importJobs: HandlersFor<typeof jobs> = {
  scanFile: { run: scanImport, givenUp: failScan },
  readFile: { run: readImport, givenUp: failStage },
  processAgain: { run: processImportAgain, givenUp: failStage },
  processChunks: { run: processImportChunks, givenUp: failStage },
  resolveRows: { run: resolveImport, givenUp: failStage },
  stageAgain: stageImportAgain,
  beginPersisting: { run: beginImportPersisting, givenUp: failStage },
  persistChunks: { run: persistImportChunks, givenUp: failStage },
  undoChanges: undoImportJob,
  inspectNumbers: inspectImport,
  mailFlaggedImport: mailAboutFlag,
}
