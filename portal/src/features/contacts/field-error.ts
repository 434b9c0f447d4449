import type { FormErrors } from '@mantine/form'

/** The first error at a field or one of its items, such as `labels.3`. */
export const fieldError = (errors: FormErrors, field: string) =>
  Object.entries(errors).find(([path]) => path === field || path.startsWith(`${field}.`))?.[1]
