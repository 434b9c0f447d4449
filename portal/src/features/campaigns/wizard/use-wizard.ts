import { useQuery } from '@tanstack/react-query'
import { listsQuery } from '../../contacts/queries.ts'
import { approvedTemplatesQuery } from '../queries.ts'
import { unfilled } from '../variables.ts'
import { useDraft } from './draft.ts'

export const STEPS = ['template', 'people', 'details', 'check'] as const
export type Step = (typeof STEPS)[number]

/** The draft with its template and list; undefined until they are loaded. */
export function useWizard() {
  const state = useDraft()
  const templates = useQuery(approvedTemplatesQuery)
  const lists = useQuery(listsQuery)
  const error = templates.error ?? lists.error
  if (!templates.data || !lists.data)
    return {
      error,
      retry: () => {
        void templates.refetch()
        void lists.refetch()
      },
    }
  const template = templates.data.find(({ id }) => id === state.draft.templateId)
  const list = lists.data.find(({ id }) => id === state.draft.listId)
  const missing = unfilled(template?.variables ?? [], state.draft.rules)
  /** The first incomplete step. Later steps are not reachable. */
  const open: Step = !template ? 'template' : !list ? 'people' : missing.length > 0 ? 'details' : 'check'
  return { wizard: { ...state, templates: templates.data, lists: lists.data, template, list, missing, open } }
}
export type Wizard = NonNullable<ReturnType<typeof useWizard>['wizard']>
