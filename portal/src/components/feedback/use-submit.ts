import { type FormEvent, useState } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import { capitalize, withFullStop } from '../../format/text.ts'
import { type DraftableForm, useFormDraft } from './use-form-draft.ts'

/** What is needed of a form, so that small pages can do without a library. */
interface SubmittableForm<Values> extends DraftableForm<Values> {
  onSubmit: (send: (values: Values) => void) => (event?: FormEvent<HTMLFormElement>) => void
  setErrors: (errors: Record<string, string>) => void
  getInputNode: (path: string) => HTMLElement | null
}

/**
 * Submits a form. Field errors from the server are shown at their fields; other errors are returned as `error`. The input
 * is kept in either case. With a `draft` name it also survives a reload, and leaving the page. A Cancel button calls
 * `dropDraft`.
 */
export function useSubmit<Values extends Record<string, unknown>>(
  form: SubmittableForm<Values>,
  send: (values: Values) => Promise<unknown>,
  { draft }: { draft?: string | undefined } = {},
) {
  const dropDraft = useFormDraft(draft, form)
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const submit = form.onSubmit(async (values) => {
    setBusy(true)
    setError(undefined)
    try {
      await send(values)
      dropDraft()
    } catch (failure) {
      setError(setFieldErrors(form, failure) ? undefined : failure)
    } finally {
      setBusy(false)
    }
  })
  return { submit, isBusy, error, setError, dropDraft }
}

/** Returns true if every error belongs to a field of the form. */
function setFieldErrors<Values extends Record<string, unknown>>(form: SubmittableForm<Values>, failure: unknown) {
  if (!(failure instanceof ApiProblem) || failure.fields.length === 0) return false
  const known = new Set(Object.keys(form.getValues()))
  const isKnown = ({ path }: { path: string }) => known.has(path.split('.')[0] ?? '')
  const own = failure.fields.filter(isKnown)
  form.setErrors(Object.fromEntries(own.map(({ path, message }) => [path, withFullStop(capitalize(message))])))
  const [first] = own
  if (first) form.getInputNode(first.path)?.focus()
  return own.length === failure.fields.length
}
