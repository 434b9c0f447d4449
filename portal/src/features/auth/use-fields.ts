import { type FormEvent, useState } from 'react'

type Values = Record<string, string>

interface FieldsOptions<Fields extends Values> {
  initialValues: Fields
  validate: { [Name in keyof Fields]?: (value: string) => string | null }
}

/**
 * A form of text inputs for the pages outside, where every kilobyte of script delays the first page: the browser keeps
 * the values, and this hook keeps the errors.
 */
export function useFields<Fields extends Values>({ initialValues, validate }: FieldsOptions<Fields>) {
  const [errors, setErrors] = useState<Record<string, unknown>>({})
  const names = Object.keys(initialValues)
  return {
    getInputProps: (name: keyof Fields & string) => ({
      name,
      defaultValue: initialValues[name],
      error: errors[name] as string | undefined,
      'data-path': name,
      onChange: () => errors[name] && setErrors({ ...errors, [name]: undefined }),
    }),
    getValues: () => initialValues,
    setErrors,
    getInputNode: (name: string) => document.querySelector<HTMLInputElement>(`[data-path="${name}"]`),
    onSubmit: (send: (values: Fields) => void) => (event?: FormEvent<HTMLFormElement>) => {
      event?.preventDefault()
      const form = new FormData(event?.currentTarget)
      const values = Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '')])) as Fields
      const found = names.flatMap((name) => {
        const problem = validate[name]?.(values[name] ?? '')
        return problem ? [[name, problem] as const] : []
      })
      setErrors(Object.fromEntries(found))
      const [first] = found
      if (first) document.querySelector<HTMLInputElement>(`[data-path="${first[0]}"]`)?.focus()
      else send(values)
    },
  }
}
