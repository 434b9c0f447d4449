import { NativeSelect, Paper } from '@mantine/core'
import { chooseLanguage, chosenLanguage, LANGUAGES, type Language } from '../../format/language.ts'
import { t } from '../../format/translate.ts'

/** The language of the portal on this device. Choosing one reloads the page. */
export const LanguageChoice = () => (
  <Paper withBorder p="lg" component="section" aria-label={t('Language')}>
    <NativeSelect
      maw={420}
      label={t('Language')}
      description={t('For texts, dates and numbers on this device. The page reloads when you change it.')}
      value={chosenLanguage() ?? ''}
      onChange={({ currentTarget }) => chooseLanguage((currentTarget.value || undefined) as Language | undefined)}
      data={[
        { value: '', label: t('Browser language') },
        ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
      ]}
    />
  </Paper>
)
