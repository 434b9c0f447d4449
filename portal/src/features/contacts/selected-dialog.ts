import type { Contact } from './queries.ts'

/** What every dialog about those who are ticked is given. */
export interface SelectedDialogProps {
  selected: readonly Contact[]
  onClose: () => void
  onDone: () => void
}
