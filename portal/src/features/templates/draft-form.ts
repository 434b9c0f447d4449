import type { UseFormReturnType } from '@mantine/form'
import type { Draft } from './template-draft.ts'

/** The form object shared by all parts of the template form. */
export type DraftForm = UseFormReturnType<Draft>
