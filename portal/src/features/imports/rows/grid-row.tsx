import { memo } from 'react'
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { t } from '../../../format/translate.ts'
import { adviceFor } from '../display-names.ts'
import type { ImportRow } from '../queries.ts'
import { CellEditor } from './cell-editor.tsx'
import { GridElement } from './grid-element.tsx'
import {
  ACTION,
  ACTION_WIDTH,
  type CellPosition,
  COLUMN_WIDTH,
  type Editing,
  FIRST_CELL,
  FIXED_WIDTH,
  NUMBER_WIDTH,
  OUTCOME,
  OUTCOME_WIDTH,
  ROW_HEIGHT,
} from './grid-window.ts'
import classes from './row-grid.module.css'
import { outcomeOf } from './row-outcome.ts'
import { type Change, textOf } from './use-edits.ts'

interface GridRowProps {
  index: number
  row: ImportRow
  columns: readonly string[]
  /** The columns that are drawn; `to` is exclusive. */
  from: number
  to: number
  phoneColumns: ReadonlySet<string>
  /** Undefined for rows without the active cell. */
  activeColumn: number | undefined
  editing: Editing | undefined
  /** A change that the server has not answered yet. */
  change: Change | undefined
  actions: RowActions
}

/** The same object for the life of the grid, so that scrolling draws only rows that come into view. */
export interface RowActions {
  activate: (position: CellPosition) => void
  startEditing: (position: CellPosition) => void
  changeText: (editing: Editing) => void
  /** `columnsOn` says where to go from there; undefined if the focus is elsewhere already. */
  save: (editing: Editing, columnsOn?: number) => void
  cancel: (position: CellPosition) => void
  exclude: (row: ImportRow, isExcluded: boolean) => void
}

export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { index, row, columns, from, to, activeColumn, change, actions } = props
  const isExcluded = row.status === 'excluded'
  const roving = (column: number) => ({
    tabIndex: activeColumn === column ? 0 : -1,
    'data-active': activeColumn === column,
  })
  return (
    <GridElement
      role="row"
      aria-rowindex={index + 2}
      aria-busy={change !== undefined}
      className={classes.row}
      data-status={row.status}
      style={{ top: index * ROW_HEIGHT, height: ROW_HEIGHT }}
    >
      <GridElement role="rowheader" aria-colindex={1} className={classes.number} style={{ width: NUMBER_WIDTH }}>
        {row.rowIndex}
      </GridElement>
      <GridElement
        role="gridcell"
        aria-colindex={2}
        aria-readonly={true}
        {...roving(OUTCOME)}
        className={`${classes.cell} ${classes.fixed}`}
        style={{ width: OUTCOME_WIDTH, insetInlineStart: NUMBER_WIDTH }}
        title={row.reason === null ? row.warnings.join('; ') : adviceFor(row.reason)}
        onFocus={() => actions.activate({ row: index, column: OUTCOME })}
      >
        <Outcome row={row} isChecking={change !== undefined} />
      </GridElement>
      <GridElement
        role="gridcell"
        aria-colindex={3}
        className={`${classes.cell} ${classes.fixed}`}
        style={{ width: ACTION_WIDTH, insetInlineStart: FIXED_WIDTH - ACTION_WIDTH }}
      >
        <button
          type="button"
          {...roving(ACTION)}
          className={classes.action}
          aria-label={t('{detail} row {rowIndex}', {
            detail: isExcluded ? t('Include') : t('Exclude'),
            rowIndex: row.rowIndex,
          })}
          onFocus={() => actions.activate({ row: index, column: ACTION })}
          onClick={() => actions.exclude(row, !isExcluded)}
        >
          {isExcluded ? t('Include') : t('Exclude')}
        </button>
      </GridElement>
      <div style={{ flex: 'none', width: from * COLUMN_WIDTH }} />
      {columns.slice(from, to).map((name, offset) => {
        const column = from + offset + FIRST_CELL
        const text = textOf(row, change, name)
        const isEditing = props.editing?.column === column
        return (
          <GridElement
            key={name}
            role="gridcell"
            aria-colindex={column + 2}
            aria-readonly={isExcluded}
            {...(isEditing ? {} : roving(column))}
            className={classes.cell}
            data-suspect={row.status === 'failed' && props.phoneColumns.has(name)}
            style={{ width: COLUMN_WIDTH }}
            title={isEditing ? undefined : text}
            onFocus={() => actions.activate({ row: index, column })}
            onMouseDown={({ currentTarget }) => {
              currentTarget.dataset['hadFocus'] = String(document.activeElement === currentTarget)
            }}
            onClick={({ currentTarget }) => {
              // The first click selects a cell, the next one edits it.
              if (currentTarget.dataset['hadFocus'] === 'true' && !isEditing)
                actions.startEditing({ row: index, column })
            }}
          >
            {isEditing && props.editing ? (
              <CellEditor
                label={t('{name}, row {rowIndex}', { name, rowIndex: row.rowIndex })}
                editing={props.editing}
                onChange={actions.changeText}
                onSave={actions.save}
                onCancel={() => actions.cancel({ row: index, column })}
              />
            ) : (
              <span className={classes.text}>{text}</span>
            )}
          </GridElement>
        )
      })}
    </GridElement>
  )
})

function Outcome({ row, isChecking }: { row: ImportRow; isChecking: boolean }) {
  if (isChecking) return <span className={classes.checking}>{t('Checking…')}</span>
  const { tone, text } = outcomeOf(row)
  return (
    <span className={classes.text}>
      <StatusDot tone={tone}>{text}</StatusDot>
    </span>
  )
}
