import type { Contact, ContactQuery } from '../queries.ts'

/** Selected contacts, or everything that matches the filters. */
export interface Selected {
  contacts: readonly Contact[]
  count: number
  /** Set when everything that matches is selected. */
  matching?: ContactQuery
}

/** Props of the bulk action dialogs. */
export interface BulkDialogProps {
  selected: Selected
  onClose: () => void
  onSuccess: () => void
}
