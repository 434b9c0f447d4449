import { Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { t } from '../../format/translate.ts'

export function AuthCard({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = t('{title} · Harkara', { title })
  }, [title])
  return (
    <Stack gap="md">
      <div>
        <Title order={1} size="h3">
          {title}
        </Title>
        {about && (
          <Text c="dimmed" size="sm" mt={4}>
            {about}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  )
}
