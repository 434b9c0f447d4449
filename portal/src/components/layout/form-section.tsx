import { Fieldset, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './form-section.module.css'

interface FormSectionProps {
  title: string
  about: string
  /** The fields need the title to be understood, as in "City" of the billing address. */
  isFieldset?: boolean
  children: ReactNode
}

/** A group of fields: its purpose at the left, the fields in two columns beside it; stacked where it is narrow. */
export const FormSection = ({ title, about, isFieldset = false, children }: FormSectionProps) => (
  <Paper withBorder p={{ base: 'md', sm: 'lg' }} className={classes.section}>
    <div>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text size="sm" c="dimmed">
        {about}
      </Text>
    </div>
    {isFieldset ? (
      <Fieldset variant="unstyled" aria-label={title} className={classes.fields}>
        {children}
      </Fieldset>
    ) : (
      <div className={classes.fields}>{children}</div>
    )}
  </Paper>
)
