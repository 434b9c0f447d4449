import type { UseFormReturnType } from '@mantine/form'
import type { Draft } from './template-draft.ts'

/** The form, as each part of it is given it. */
export type DraftForm = UseFormReturnType<Draft>
