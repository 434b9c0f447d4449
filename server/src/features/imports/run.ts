import type { HandlersFor } from '../../platform/jobs.ts'
import { stageGivenUp } from './fail.ts'
import type * as jobs from './jobs.ts'
import { beginImportPersisting, persistImportChunks } from './persist.ts'
import { processImportChunks } from './process.ts'
import { readImport } from './read.ts'
import { scanGivenUp, scanImport } from './scan.ts'
import { resolveImport, stageImportAgain } from './stage.ts'
import { undoImportJob } from './undo.ts'

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
