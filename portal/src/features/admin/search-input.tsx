import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useSearchMemory } from '../../api/state/search-text.ts'
import { t } from '../../format/translate.ts'

/** The debounced search text; undefined if it is empty. */
export function useSearchText(about: string) {
  const [text, setText] = useSearchMemory(about)
  const [settled] = useDebouncedValue(text.trim(), 250)
  return { text, setText, search: settled || undefined }
}

export const SearchInput = ({ text, setText }: { text: string; setText: (text: string) => void }) => (
  <TextInput
    type="search"
    aria-label={t('Search by company name')}
    placeholder={t('Company name')}
    autoComplete="off"
    maxLength={200}
    value={text}
    onChange={(event) => setText(event.currentTarget.value)}
    w={{ base: '100%', xs: 280 }}
  />
)
