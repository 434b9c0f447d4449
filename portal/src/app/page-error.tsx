import { Button } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Standalone } from '../components/brand/standalone.tsx'
import { EmptyState } from '../components/feedback/empty-state.tsx'
import { ErrorState } from '../components/feedback/error-state.tsx'
import { t } from '../format/translate.ts'

/** Shown if a page fails to render or its script cannot be loaded, often because a new version was deployed. */
export const PageError = ({ error }: ErrorComponentProps) => (
  <Standalone>
    <EmptyState
      isWholePage
      title={t('This page could not be loaded')}
      about={t('Reload the page. If that does not help, contact support.')}
      action={<Button onClick={() => location.reload()}>{t('Reload page')}</Button>}
    />
    <ErrorState error={error} />
  </Standalone>
)
