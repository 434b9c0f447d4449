import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../format/translate.ts'
import { useFormat } from '../values/locale-context.tsx'

/** Page numbers, for lists that support direct access to a page. */
interface Pages {
  page: number
  count: number
  goTo: (page: number) => void
}

export interface PaginationProps {
  /** Unknown for some lists. */
  total?: number | undefined
  from?: number
  to?: number
  next?: (() => void) | undefined
  previous?: (() => void) | undefined
  isPageLoading?: boolean
  pages?: Pages | undefined
}

/** The range of rows shown, with previous and next buttons. */
export function Pagination({ total, from = 1, to = 0, next, previous, isPageLoading = false, pages }: PaginationProps) {
  const format = useFormat()
  if (!next && !previous) return <span />
  const range = `${format.number(from)}–${format.number(to)}`
  const shown = total === undefined ? range : t('{range} of {total}', { range, total: format.number(total) })
  return (
    <Group justify="space-between" flex={1} gap="xs">
      <Text size="sm" c="dimmed" aria-live="polite">
        {to < from ? t('No more rows') : shown}
      </Text>
      <Group gap="xs">
        {pages && pages.count > 2 && <PageInput {...pages} />}
        <PageButton to={isPageLoading ? undefined : previous}>{t('Previous')}</PageButton>
        <PageButton to={isPageLoading ? undefined : next}>{t('Next')}</PageButton>
      </Group>
    </Group>
  )
}

/** Uses `aria-disabled`, because a disabled button would lose focus while a page loads and at the end of the list. */
const PageButton = ({ to, children }: { to: (() => void) | undefined; children: string }) => (
  <Button variant="default" size="xs" onClick={() => to?.()} data-disabled={!to || undefined} aria-disabled={!to}>
    {children}
  </Button>
)

function PageInput({ page, count, goTo }: Pages) {
  const [typed, setTyped] = useState({ text: '', at: 0 })
  const text = typed.at === page ? typed.text : String(page)
  const wanted = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (wanted > 0) goTo(Math.min(wanted, count))
      }}
    >
      <Group gap="xs" wrap="nowrap">
        <TextInput
          aria-label={t('Page')}
          size="xs"
          w={72}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={(event) => setTyped({ text: event.currentTarget.value, at: page })}
        />
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {t('of {count, plural, one {# page} other {# pages}}', { count })}
        </Text>
        <Button type="submit" variant="default" size="xs">
          {t('Go')}
        </Button>
      </Group>
    </form>
  )
}
