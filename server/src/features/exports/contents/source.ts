import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'

/** What an export is read from. */
export interface ExportSource {
  deps: Deps
  /** One snapshot of the database, for reading only. */
  snapshot: Db
  vendorId: VendorId
}

export const snapshotDeps = ({ deps, snapshot }: ExportSource): Deps => ({ ...deps, db: snapshot })
