import { Checkbox, Paper, Skeleton } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ListPage } from '../../api/use-list-page.ts'
import { ErrorState } from '../feedback/error-state.tsx'
import classes from './data-table.module.css'
import { Pagination, type PaginationProps } from './pagination.tsx'

export interface Column<Row> {
  name: string
  cell: (row: Row) => ReactNode
  /** Right-aligned. */
  isNumber?: boolean
  /** Never wrapped, for example a phone number. */
  isNoWrap?: boolean
  /** Hidden on phones. */
  isDesktopOnly?: boolean
  /** A column of buttons, whose heading is visible to screen readers only. */
  isActions?: boolean
}

/** Row selection for bulk actions. */
export interface Selection<Row> {
  isSelected: (row: Row) => boolean
  toggle: (rows: readonly Row[], isOn: boolean) => void
  /** `Select Asha Rao` */
  label: (row: Row) => string
}

interface TableProps<Row> {
  /** The accessible name, for example `Contacts`. */
  label: string
  columns: readonly Column<Row>[]
  list: Pick<ListPage<Row>, 'rows' | 'isPending' | 'error' | 'retry'> & PaginationProps
  rowKey: (row: Row) => string
  /** The link of a row. It is placed in the first column and covers the whole row. */
  rowLink?: (row: Row) => Pick<LinkProps, 'to' | 'params' | 'search'>
  /** Shown if there are no rows. */
  empty: ReactNode
  selection?: Selection<Row> | undefined
}

/** A table on desktops, cards on phones, with a sticky header and pagination. */
export function DataTable<Row>({ label, columns, list, rowKey, rowLink, empty, selection }: TableProps<Row>) {
  if (list.error && !list.rows) return <ErrorState error={list.error} retry={list.retry} />
  if (list.rows?.length === 0 && !list.previous) return <Paper withBorder>{empty}</Paper>
  return (
    <>
      <Paper withBorder className={classes.frame}>
        <table className={classes.table} {...role('table')} aria-label={label} aria-busy={list.isPending}>
          <thead {...role('rowgroup')}>
            <tr {...role('row')}>
              {selection && <SelectAll rows={list.rows ?? []} selection={selection} />}
              {columns.map((column) => (
                <th key={column.name} scope="col" {...role('columnheader')} data-number={column.isNumber}>
                  <span className={column.isActions ? classes.hidden : undefined}>{column.name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...role('rowgroup')} data-loading={list.isPageLoading}>
            {list.rows?.map((row) => (
              <tr key={rowKey(row)} {...role('row')} data-link={rowLink !== undefined}>
                {selection && <SelectRow row={row} selection={selection} />}
                {columns.map((column, index) => (
                  <Cell key={column.name} column={column}>
                    {rowLink && index === 0 ? (
                      <Link {...rowLink(row)} className={classes.link}>
                        {column.cell(row)}
                      </Link>
                    ) : (
                      column.cell(row)
                    )}
                  </Cell>
                ))}
              </tr>
            )) ?? <SkeletonRows columns={columns} hasSelection={selection !== undefined} />}
          </tbody>
        </table>
      </Paper>
      <Pagination {...list} />
    </>
  )
}

/** Safari drops the implicit table roles when the table is laid out as cards. */
const role = (name: string) => ({ role: name })

const Cell = <Row,>({ column, children }: { column: Column<Row>; children: ReactNode }) => (
  <td
    {...role('cell')}
    data-label={column.isActions ? undefined : column.name}
    data-number={column.isNumber}
    data-no-wrap={column.isNoWrap}
    data-desktop-only={column.isDesktopOnly}
    data-actions={column.isActions}
  >
    <div>{children}</div>
  </td>
)

function SelectAll<Row>({ rows, selection }: { rows: readonly Row[]; selection: Selection<Row> }) {
  const count = rows.filter(selection.isSelected).length
  const isAll = count > 0 && count === rows.length
  return (
    <th scope="col" {...role('columnheader')} data-select>
      <Checkbox
        size="sm"
        aria-label="Select all on this page"
        checked={isAll}
        indeterminate={count > 0 && !isAll}
        onChange={() => selection.toggle(rows, !isAll)}
      />
    </th>
  )
}

const SelectRow = <Row,>({ row, selection }: { row: Row; selection: Selection<Row> }) => (
  <td {...role('cell')} data-select>
    <Checkbox
      size="sm"
      aria-label={selection.label(row)}
      checked={selection.isSelected(row)}
      onChange={(event) => selection.toggle([row], event.currentTarget.checked)}
    />
  </td>
)

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

const SkeletonRows = <Row,>({ columns, hasSelection }: { columns: readonly Column<Row>[]; hasSelection: boolean }) =>
  SKELETON_ROWS.map((row) => (
    <tr key={row} {...role('row')}>
      {hasSelection && <td {...role('cell')} data-select />}
      {columns.map((column) => (
        <Cell key={column.name} column={column}>
          <Skeleton height={14} width={column.isActions ? 24 : '70%'} my={4} />
        </Cell>
      ))}
    </tr>
  ))
