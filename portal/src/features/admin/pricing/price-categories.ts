import type { Category } from '@harkara/server/domain/money/pricing'
import { t } from '../../../format/translate.ts'

export const PRICE_CATEGORIES: Readonly<Record<Category, string>> = {
  MARKETING: t('Marketing'),
  UTILITY: t('Utility'),
  AUTHENTICATION: t('Authentication'),
  SERVICE: t('Service'),
}
