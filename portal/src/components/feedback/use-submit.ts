import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import { capitalize, withFullStop } from '../../format/text.ts'

/**
 * Submits a form. Field errors from the server are shown at their fields; other errors are returned as `error`. The input
 * is kept in either case.
 */
export function useSubmit<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  send: (values: Values) => Promise<unknown>,
) {
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const submit = form.onSubmit(async (values) => {
    setBusy(true)
    setError(undefined)
    try {
      await send(values)
    } catch (failure) {
      setError(setFieldErrors(form, failure) ? undefined : failure)
    } finally {
      setBusy(false)
    }
  })
  return { submit, isBusy, error, setError }
}

/** Returns true if every error belongs to a field of the form. */
function setFieldErrors<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>, failure: unknown) {
  if (!(failure instanceof ApiProblem) || failure.fields.length === 0) return false
  const known = new Set(Object.keys(form.getValues()))
  const isKnown = ({ path }: { path: string }) => known.has(path.split('.')[0] ?? '')
  const own = failure.fields.filter(isKnown)
  form.setErrors(Object.fromEntries(own.map(({ path, message }) => [path, withFullStop(capitalize(message))])))
  const [first] = own
  if (first) form.getInputNode(first.path)?.focus()
  return own.length === failure.fields.length
}
