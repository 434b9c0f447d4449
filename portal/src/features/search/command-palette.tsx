import { Modal, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { t } from '../../format/translate.ts'
import { downloadPdf } from '../billing/download-pdf.ts'
import classes from './command-palette.module.css'
import { toCommand } from './commands.ts'
import { type Group, type Result, useSearch } from './use-search.ts'

/** Search and commands, opened with Ctrl K. The text stays in memory: it may be a name or a number. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [position, setPosition] = useState(0)
  const { groups, isSearching, error } = useSearch(typed)
  const results = groups.flatMap((group) => group.results)
  const active = results[Math.min(position, results.length - 1)]
  const open = (result: Result | undefined) => {
    if (!result) return
    onClose()
    if (result.pdf) void downloadPdf(result.pdf.path, result.pdf.number)
    else void navigate(toCommand(result.path))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && results.length > 0) {
      event.preventDefault()
      const at = active ? results.indexOf(active) : 0
      const next = (at + step + results.length) % results.length
      setPosition(next)
      document.getElementById(optionId(listId, results[next]))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      open(active)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      title={<VisuallyHidden>{t('Search and commands')}</VisuallyHidden>}
      padding={0}
      yOffset="10vh"
      size="lg"
      classNames={{ header: classes.header }}
    >
      <TextInput
        aria-label={t('Search or go to')}
        placeholder={t('Search contacts, campaigns, templates…, or type a command')}
        role="combobox"
        aria-expanded={results.length > 0}
        aria-controls={listId}
        aria-activedescendant={active && optionId(listId, active)}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        maxLength={200}
        size="md"
        variant="unstyled"
        classNames={{ input: classes.input }}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setPosition(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={classes.results}>
        {error ? <ErrorState error={error} /> : null}
        <div id={listId} role="listbox" aria-label={t('Results')}>
          {groups.map((group) => (
            <ResultGroup key={group.name} group={group} listId={listId} active={active} onOpen={open} />
          ))}
        </div>
        <Text size="sm" c="dimmed" p="md" role="status" className={results.length > 0 ? classes.hidden : undefined}>
          {isSearching
            ? t('Searching…')
            : results.length === 0
              ? NOTHING
              : t('{count, plural, one {# result} other {# results}}', { count: results.length })}
        </Text>
      </div>
    </Modal>
  )
}

const NOTHING = t('Nothing found. Names are found by whole words, phone numbers by their last four digits or more.')

const optionId = (listId: string, result: Result | undefined) => `${listId}-${result?.id}`

interface GroupProps {
  group: Group
  listId: string
  active: Result | undefined
  onOpen: (result: Result) => void
}

const ResultGroup = ({ group: { name, results }, listId, active, onOpen }: GroupProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox
  <div role="group" aria-label={name}>
    <div className={classes.group} aria-hidden>
      {name}
    </div>
    {results.map((result) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the text field has the focus and handles keys
      <div
        key={result.id}
        id={optionId(listId, result)}
        role="option"
        aria-selected={result === active}
        className={classes.option}
        onClick={() => onOpen(result)}
      >
        <span className={classes.label}>{result.label}</span>
        {result.note && <span className={classes.note}>{result.note}</span>}
      </div>
    ))}
  </div>
)
