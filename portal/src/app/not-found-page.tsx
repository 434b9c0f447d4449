import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { Standalone } from '../components/brand/standalone.tsx'
import { EmptyState } from '../components/feedback/empty-state.tsx'
import { t } from '../format/translate.ts'

export function NotFoundPage() {
  useEffect(() => {
    document.title = t('{tab} · Harkara', { tab: t('Page not found') })
  }, [])
  return (
    <Standalone>
      <EmptyState
        isWholePage
        illustration="lost"
        title={t('Page not found')}
        about={t('Check the address. The page may have been deleted.')}
        action={
          <Button component="a" href="/">
            {t('Go to home page')}
          </Button>
        }
      />
    </Standalone>
  )
}
