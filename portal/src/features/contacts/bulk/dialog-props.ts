import type { Contact } from '../queries.ts'

/** Props of the bulk action dialogs. */
export interface BulkDialogProps {
  selected: readonly Contact[]
  onClose: () => void
  onSuccess: () => void
}
