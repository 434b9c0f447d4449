import { type KeyboardEvent, useRef } from 'react'
import type { Editing } from './grid-window.ts'
import classes from './row-grid.module.css'

interface CellEditorProps {
  label: string
  editing: Editing
  onChange: (editing: Editing) => void
  /** Saves, and moves on by this number of columns; undefined if the focus is elsewhere already. */
  onSave: (editing: Editing, columnsOn?: number) => void
  onCancel: () => void
}

/** A text area, because cells may contain line breaks, which an input would remove. */
export function CellEditor({ label, editing, onChange, onSave, onCancel }: CellEditorProps) {
  const isClosed = useRef(false)
  const close = (action: () => void) => {
    if (isClosed.current) return
    isClosed.current = true
    action()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) close(() => onSave(editing, 0))
    else if (event.key === 'Tab') close(() => onSave(editing, event.shiftKey ? -1 : 1))
    else if (event.key === 'Escape') close(onCancel)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <textarea
      // biome-ignore lint/a11y/noAutofocus: the user has just opened it
      autoFocus
      aria-label={label}
      className={classes.editor}
      rows={1}
      value={editing.text}
      spellCheck={false}
      autoComplete="off"
      onFocus={({ currentTarget }) => currentTarget.setSelectionRange(editing.text.length, editing.text.length)}
      onChange={({ currentTarget }) => onChange({ ...editing, text: currentTarget.value })}
      onKeyDown={onKeyDown}
      onBlur={() => close(() => onSave(editing))}
    />
  )
}
