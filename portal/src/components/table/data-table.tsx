import { Checkbox, Group, Paper, Skeleton } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import type { ListPage } from '../../api/use-list-page.ts'
import { t } from '../../format/translate.ts'
import { ErrorState } from '../feedback/error-state.tsx'
import { Clamp } from './clamp.tsx'
import classes from './data-table.module.css'
import { useDensity } from './density.ts'
import { HeaderCell, type Sorting } from './header-cell.tsx'
import { Pagination, type PaginationProps } from './pagination.tsx'
import { moveBetweenRows, openRow } from './row-keys.ts'
import { TableMenu } from './table-menu.tsx'

export interface Column<Row> {
  name: string
  /** Text is shown on one line with an ellipsis; other content wraps. */
  cell: (row: Row) => ReactNode
  /** Right-aligned, never wrapped. */
  isNumber?: boolean
  /** Never wrapped or cut, for example a phone number. */
  isNoWrap?: boolean
  /** Text that may take several lines. */
  isLong?: boolean
  /** Content with a `Clamp` in it, which gives way to the other columns like text. */
  isClamped?: boolean
  /** Hidden on phones and where there is little space. */
  isDesktopOnly?: boolean
  /** A column of buttons, whose heading is visible to screen readers only. */
  isActions?: boolean
  /** The field by which the API can sort, such as `-createdAt`. */
  sortBy?: string
  /** The total of the rows shown, below the column. */
  total?: (rows: readonly Row[]) => ReactNode
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
  list: Pick<ListPage<Row>, 'rows' | 'isPending' | 'error' | 'retry'> & PaginationProps & Sorting
  rowKey: (row: Row) => string
  /** The link of a row. It is placed in the first column, and a click anywhere in the row follows it. */
  rowLink?: (row: Row) => Pick<LinkProps, 'to' | 'params' | 'search'>
  /** Shown if there are no rows. */
  empty: ReactNode
  selection?: Selection<Row> | undefined
}

/** A table on desktops, cards where there is little space, with a sticky header, totals and pagination. */
export function DataTable<Row>(props: TableProps<Row>) {
  const { label, columns, list, empty, selection } = props
  const table = useRef<HTMLTableElement>(null)
  const density = useDensity()
  if (list.error && !list.rows) return <ErrorState error={list.error} retry={list.retry} />
  if (list.rows?.length === 0 && !list.previous) return <Paper withBorder>{empty}</Paper>
  return (
    <div className={classes.container}>
      <Paper withBorder className={classes.frame}>
        <table
          ref={table}
          className={classes.table}
          {...role('table')}
          aria-label={label}
          aria-busy={list.isPending || list.isPageLoading}
          data-density={density}
        >
          <thead {...role('rowgroup')}>
            <tr {...role('row')}>
              {selection && <SelectAll rows={list.rows ?? []} selection={selection} />}
              {columns.map((column) => (
                <HeaderCell key={column.name} {...column} sort={list.sort} setSort={list.setSort} />
              ))}
            </tr>
          </thead>
          <tbody {...role('rowgroup')} data-loading={list.isPageLoading} onKeyDown={moveBetweenRows}>
            {list.rows?.map((row) => <TableRow key={props.rowKey(row)} row={row} {...props} />) ?? (
              <SkeletonRows columns={columns} hasSelection={selection !== undefined} />
            )}
          </tbody>
          {list.rows && <Totals {...props} rows={list.rows} />}
        </table>
      </Paper>
      <Group justify="space-between" mt="xs" gap="xs">
        <Pagination {...list} />
        {list.rows && (
          <TableMenu
            label={label}
            rows={list.rows.length}
            table={table}
            sortable={columns.filter(({ sortBy }) => sortBy !== undefined)}
            sort={list.sort}
            setSort={list.setSort}
            selectAll={selection && allOf(list.rows, selection)}
          />
        )}
      </Group>
    </div>
  )
}

/** Safari drops the implicit table roles when the table is laid out as cards. */
const role = (name: string) => ({ role: name })

function TableRow<Row>({ row, columns, rowLink, selection }: TableProps<Row> & { row: Row }) {
  return (
    // The link in the first column is the control of the row; the click on the row is a larger target for it.
    <tr
      {...role('row')}
      data-link={rowLink !== undefined}
      data-selected={selection?.isSelected(row) || undefined}
      {...(rowLink && { onClick: openRow })}
    >
      {selection && <SelectRow row={row} selection={selection} />}
      {columns.map((column, index) => (
        <Cell key={column.name} column={column} content={column.cell(row)}>
          {(content) =>
            rowLink && index === 0 ? (
              <Link {...rowLink(row)} className={classes.link} data-row-link>
                {content}
              </Link>
            ) : (
              content
            )
          }
        </Cell>
      ))}
    </tr>
  )
}

interface CellProps<Row> {
  column: Column<Row>
  content: ReactNode
  children?: (content: ReactNode) => ReactNode
}

function Cell<Row>({ column, content, children = (shown) => shown }: CellProps<Row>) {
  const isText = typeof content === 'string' && !column.isNumber && !column.isNoWrap && !column.isLong
  return (
    <td
      {...role('cell')}
      data-label={column.isActions ? undefined : column.name}
      data-number={column.isNumber}
      data-no-wrap={column.isNoWrap}
      data-text={isText || column.isClamped || undefined}
      data-desktop-only={column.isDesktopOnly}
      data-actions={column.isActions}
    >
      <div>{children(isText ? <Clamp>{content}</Clamp> : content)}</div>
    </td>
  )
}

/** Totals of the rows shown. They say so when there are more pages. */
function Totals<Row>({ columns, list, rows, selection }: TableProps<Row> & { rows: readonly Row[] }) {
  if (rows.length < 2 || !columns.some(({ total }) => total)) return null
  const label = list.next || list.previous ? t('Total of this page') : t('Total')
  return (
    <tfoot {...role('rowgroup')}>
      <tr {...role('row')}>
        {selection && <td {...role('cell')} data-select />}
        {columns.map((column, index) => (
          <Cell key={column.name} column={column} content={index === 0 ? label : column.total?.(rows)} />
        ))}
      </tr>
    </tfoot>
  )
}

function allOf<Row>(rows: readonly Row[], selection: Selection<Row>) {
  const count = rows.filter(selection.isSelected).length
  const isAll = count > 0 && count === rows.length
  return { count, isAll, toggle: () => selection.toggle(rows, !isAll) }
}

function SelectAll<Row>({ rows, selection }: { rows: readonly Row[]; selection: Selection<Row> }) {
  const { count, isAll, toggle } = allOf(rows, selection)
  return (
    <th scope="col" {...role('columnheader')} data-select>
      <Checkbox
        size="sm"
        aria-label={t('Select all on this page')}
        checked={isAll}
        indeterminate={count > 0 && !isAll}
        onChange={toggle}
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
        <Cell
          key={column.name}
          column={column}
          content={<Skeleton height={14} width={column.isActions ? 24 : '70%'} my={4} />}
        />
      ))}
    </tr>
  ))
