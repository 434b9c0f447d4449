import type { FormErrors } from '@mantine/form'

/** The server complains of one of several, `labels.3`; the field shows the first complaint. */
export const errorUnder = (errors: FormErrors, field: string) =>
  Object.entries(errors).find(([path]) => path === field || path.startsWith(`${field}.`))?.[1]
