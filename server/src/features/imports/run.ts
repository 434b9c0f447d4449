import type { HandlersFor } from '../../platform/jobs.ts'
import { stageGivenUp } from './fail.ts'
import type * as jobs from './jobs.ts'
import { beginImportPersisting, persistOneChunk } from './persist.ts'
import { processOneChunk } from './process.ts'
import { readImport } from './read.ts'
import { scanGivenUp, scanImport } from './scan.ts'
import { resolveImport, stageImportAgain } from './stage.ts'
import { undoImportJob } from './undo.ts'

export const importJobs: HandlersFor<typeof jobs> = {
  scanFile: { run: scanImport, givenUp: scanGivenUp },
  readFile: { run: readImport, givenUp: stageGivenUp },
  processChunk: { run: processOneChunk, givenUp: stageGivenUp },
  resolveRows: { run: resolveImport, givenUp: stageGivenUp },
  stageAgain: stageImportAgain,
  beginPersisting: { run: beginImportPersisting, givenUp: stageGivenUp },
  persistChunk: { run: persistOneChunk, givenUp: stageGivenUp },
  undoChanges: undoImportJob,
}
