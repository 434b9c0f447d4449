import { Button, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useOperatorRights } from '../../../api/session.ts'
import { PlusIcon } from '../../../components/icons.tsx'

interface SectionProps {
  title: string
  about: string
  add: string
  /** The dialog opened by the button. */
  form: (close: () => void) => ReactNode
  filters?: ReactNode
  children: ReactNode
}

/** A section of the pricing page: heading, add button and table. */
export function PricingSection({ title, about, add, form, filters, children }: SectionProps) {
  const [isOpen, setOpen] = useState(false)
  const { mayMoveMoney } = useOperatorRights()
  return (
    <section aria-label={title}>
      <Group justify="space-between" align="flex-end" mb="sm">
        <div style={{ flex: '1 1 20rem' }}>
          <Title order={2} size="h4">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {about}
          </Text>
        </div>
        <Group gap="sm">
          {filters}
          {mayMoveMoney && (
            <Button variant="default" leftSection={<PlusIcon />} onClick={() => setOpen(true)}>
              {add}
            </Button>
          )}
        </Group>
      </Group>
      {children}
      {isOpen && form(() => setOpen(false))}
    </section>
  )
}
