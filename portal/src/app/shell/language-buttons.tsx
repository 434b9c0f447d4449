import { Button } from '@mantine/core'
import { chooseLanguage, LANGUAGES, type Language, language } from '../../format/language.ts'

/** The other languages, each in its own: whoever cannot read the page finds the way out of it. */
export const LanguageButtons = () =>
  (Object.keys(LANGUAGES) as Language[])
    .filter((other) => other !== language)
    .map((other) => (
      <Button
        key={other}
        variant="subtle"
        color="gray"
        size="compact-sm"
        lang={other}
        onClick={() => chooseLanguage(other)}
      >
        {LANGUAGES[other]}
      </Button>
    ))
