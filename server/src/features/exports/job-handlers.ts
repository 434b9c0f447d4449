import { DataKeyDestroyed } from '../../platform/crypto/keyring.ts'
import type { HandlersFor } from '../../platform/jobs.ts'
import { PermanentFailure } from '../../ports/queue.ts'
import type * as jobs from './jobs.ts'
import { failExport, writeExport } from './make-export.ts'

export const exportJobs: HandlersFor<typeof jobs> = {
  makeExport: {
    run: (deps, vendorId, { exportId }) =>
      writeExport(deps, vendorId, exportId).catch((error: unknown) => {
        throw error instanceof DataKeyDestroyed ? new PermanentFailure(error.message) : error
      }),
    givenUp: (deps, vendorId, { exportId }) => failExport(deps, vendorId, exportId),
  },
}
