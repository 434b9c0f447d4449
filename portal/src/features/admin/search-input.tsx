import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

/** The debounced search text; undefined if it is empty. */
export function useSearchText() {
  const [text, setText] = useState('')
  const [settled] = useDebouncedValue(text.trim(), 250)
  return { text, setText, search: settled || undefined }
}

export const SearchInput = ({ text, setText }: { text: string; setText: (text: string) => void }) => (
  <TextInput
    type="search"
    aria-label="Search by company name"
    placeholder="Company name"
    autoComplete="off"
    maxLength={200}
    value={text}
    onChange={(event) => setText(event.currentTarget.value)}
    w={{ base: '100%', xs: 280 }}
  />
)
