import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { DescriptionList } from '../../../components/layout/description-list.tsx'
import { t } from '../../../format/translate.ts'

/** What new terms change, before they are saved. */
export const WhatChanges = ({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <section aria-label={t('What changes')}>
    <Text size="sm" fw={600} mb={4}>
      {t('What changes')}
    </Text>
    <DescriptionList items={items} />
  </section>
)

/** Both values, or one if they are the same. */
export const fromTo = (before: string, after: string) => (before === after ? after : `${before} → ${after}`)
