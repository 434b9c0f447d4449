import { Skeleton } from '@mantine/core'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../../format/translate.ts'
import type { ImportRow } from '../queries.ts'
import { GridElement } from './grid-element.tsx'
import { GridRow, type RowActions } from './grid-row.tsx'
import {
  ACTION,
  ACTION_WIDTH,
  type CellPosition,
  COLUMN_WIDTH,
  type Editing,
  FIRST_CELL,
  FIXED_WIDTH,
  HEADER_HEIGHT,
  moveBy,
  NUMBER_WIDTH,
  OUTCOME,
  OUTCOME_WIDTH,
  ROW_HEIGHT,
  scrollFor,
  visiblePart,
} from './grid-window.ts'
import { RowDetails } from './row-details.tsx'
import classes from './row-grid.module.css'
import { type Edits, textOf } from './use-edits.ts'
import { useStable } from './use-stable.ts'
import { useViewport } from './use-viewport.ts'

const ROWS_SHOWN_MAX = 15
const NARROW_BELOW = 640

interface RowGridProps {
  label: string
  columns: readonly string[]
  /** Columns that are mapped as phone numbers. */
  phoneColumns: ReadonlySet<string>
  rows: readonly ImportRow[]
  hasMore: boolean
  onNearEnd: () => void
  edits: Pick<Edits, 'pending' | 'edit' | 'exclude' | 'undo'>
  editing: Editing | undefined
  onEditing: (editing: Editing | undefined) => void
}

/**
 * A spreadsheet of rows. Only the visible cells exist in the document. One cell takes part in the tab order; arrow keys
 * move to others, Enter edits and saves, Escape cancels.
 */
export function RowGrid({
  label,
  columns,
  rows,
  hasMore,
  onNearEnd,
  edits,
  editing,
  onEditing,
  ...props
}: RowGridProps) {
  const { ref, view, exact, scrollTo } = useViewport()
  const [active, setActive] = useState<CellPosition>({ row: 0, column: FIRST_CELL })
  const isFocusWanted = useRef(false)
  const isNarrow = view.width < NARROW_BELOW
  const part = visiblePart(view, rows.length, columns.length)
  const shown = shownRows(part.rows, Math.min(active.row, rows.length - 1))
  const activeCell = active.column - FIRST_CELL
  const isActiveDrawn = activeCell < 0 || (activeCell >= part.columns.from && activeCell < part.columns.to)
  const isNearEnd = hasMore && part.rows.to >= rows.length

  useLayoutEffect(() => {
    if (isNearEnd) onNearEnd()
  })
  useLayoutEffect(() => {
    if (!isFocusWanted.current || editing) return
    isFocusWanted.current = false
    ref.current?.querySelector<HTMLElement>('[data-active="true"]')?.focus({ preventScroll: true })
  })

  function goTo(position: CellPosition) {
    setActive(position)
    isFocusWanted.current = true
    scrollTo(scrollFor(exact(), position, isNarrow ? NUMBER_WIDTH : FIXED_WIDTH))
  }

  function startEditing(position: CellPosition, typed?: string) {
    const row = rows[position.row]
    const column = columns[position.column - FIRST_CELL]
    if (!row || column === undefined || row.status === 'excluded') return
    setActive(position)
    onEditing({ ...position, text: typed ?? textOf(row, edits.pending.get(row.rowIndex), column) })
  }

  function save({ row, column, text }: Editing, columnsOn?: number) {
    onEditing(undefined)
    const edited = rows[row]
    const name = columns[column - FIRST_CELL]
    if (edited && name !== undefined) edits.edit(edited, name, text)
    if (columnsOn !== undefined) goTo({ row, column: Math.min(columns.length + FIRST_CELL - 1, column + columnsOn) })
  }

  function cancel(position: CellPosition) {
    onEditing(undefined)
    goTo(position)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (editing) return
    const isControl = event.ctrlKey || event.metaKey
    const size = {
      rowCount: rows.length,
      columnCount: columns.length,
      pageRows: Math.max(1, Math.floor((view.height - HEADER_HEIGHT) / ROW_HEIGHT)),
    }
    const next = moveBy({ key: event.key, isControl }, active, size)
    if (next) goTo(next)
    else if (isControl && event.key === 'z') edits.undo()
    else if (active.column === ACTION || active.column === OUTCOME) return
    else if (event.key === 'Enter' || event.key === 'F2') startEditing(active)
    else if (event.key === 'Delete' || event.key === 'Backspace') startEditing(active, '')
    else if (event.key.length === 1 && !isControl && !event.altKey) startEditing(active, event.key)
    else return
    event.preventDefault()
  }

  const actions = useStable<RowActions>({
    activate: setActive,
    startEditing,
    changeText: onEditing,
    save,
    cancel,
    exclude: edits.exclude,
  })
  const width = FIXED_WIDTH + columns.length * COLUMN_WIDTH
  const activeRow = rows[active.row]
  return (
    <>
      <GridElement
        ref={ref}
        role="grid"
        aria-label={label}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        aria-colcount={columns.length + FIRST_CELL + 1}
        className={classes.viewport}
        data-narrow={isNarrow}
        style={{ height: HEADER_HEIGHT + Math.min(ROWS_SHOWN_MAX, rows.length + (hasMore ? 1 : 0)) * ROW_HEIGHT + 18 }}
        onKeyDown={onKeyDown}
        tabIndex={isActiveDrawn ? -1 : 0}
      >
        <Header columns={columns} from={part.columns.from} to={part.columns.to} width={width} />
        <GridElement
          role="rowgroup"
          style={{ position: 'relative', height: (rows.length + (hasMore ? 1 : 0)) * ROW_HEIGHT, width }}
        >
          {shown.map((index) => {
            const row = rows[index]
            return (
              row && (
                <GridRow
                  key={row.rowIndex}
                  index={index}
                  row={row}
                  columns={columns}
                  from={part.columns.from}
                  to={part.columns.to}
                  phoneColumns={props.phoneColumns}
                  activeColumn={index === active.row ? active.column : undefined}
                  editing={editing?.row === index ? editing : undefined}
                  change={edits.pending.get(row.rowIndex)}
                  actions={actions}
                />
              )
            )
          })}
          {hasMore && (
            <Skeleton
              pos="absolute"
              top={rows.length * ROW_HEIGHT + 10}
              left={NUMBER_WIDTH}
              height={14}
              width={FIXED_WIDTH}
              aria-hidden="true"
            />
          )}
        </GridElement>
      </GridElement>
      {activeRow && <RowDetails row={activeRow} />}
    </>
  )
}

/** The row with the focus is always drawn, so that scrolling away takes neither focus nor typed text. */
function shownRows({ from, to }: { from: number; to: number }, active: number): number[] {
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
  return active < 0 || (active >= from && active < to) ? rows : [...rows, active]
}

interface HeaderProps {
  columns: readonly string[]
  from: number
  to: number
  width: number
}

const Header = ({ columns, from, to, width }: HeaderProps) => (
  <GridElement role="rowgroup" className={classes.head} style={{ height: HEADER_HEIGHT, width }}>
    <GridElement role="row" aria-rowindex={1} style={{ display: 'flex' }}>
      <Heading name={t('Row')} column={0} className={classes.number} width={NUMBER_WIDTH} />
      <Heading name={t('Result')} column={1} className={classes.fixed} width={OUTCOME_WIDTH} left={NUMBER_WIDTH} />
      <Heading
        name={t('Exclude')}
        column={2}
        className={classes.fixed}
        width={ACTION_WIDTH}
        left={FIXED_WIDTH - ACTION_WIDTH}
      />
      <div style={{ flex: 'none', width: from * COLUMN_WIDTH }} />
      {columns.slice(from, to).map((name, index) => (
        <Heading key={name} name={name} column={from + index + FIRST_CELL + 1} width={COLUMN_WIDTH} />
      ))}
    </GridElement>
  </GridElement>
)

interface HeadingProps {
  name: string
  column: number
  className?: string | undefined
  width: number
  left?: number
}

const Heading = ({ name, column, className = '', width, left }: HeadingProps) => (
  <GridElement
    role="columnheader"
    aria-colindex={column + 1}
    className={className === classes.number ? className : `${classes.cell} ${className}`}
    style={{ width, insetInlineStart: left }}
    title={name}
  >
    <span className={classes.text}>{name}</span>
  </GridElement>
)
