import { UnstyledButton } from '@mantine/core'
import classes from './data-table.module.css'

export interface Sorting {
  /** `createdAt`, or `-createdAt` for the reverse order. */
  sort?: string | undefined
  setSort?: (sort: string | undefined) => void
}

interface HeaderProps extends Sorting {
  name: string
  isNumber?: boolean | undefined
  isActions?: boolean | undefined
  isDesktopOnly?: boolean | undefined
  /** The field by which the API can sort. */
  sortBy?: string | undefined
}

/** The heading of a column; a button if the list can be sorted by it. */
export function HeaderCell({ name, isNumber, isActions, isDesktopOnly, sortBy, sort, setSort }: HeaderProps) {
  const canSort = sortBy !== undefined && setSort !== undefined
  const isOldestFirst = sort === sortBy?.replace(/^-/, '')
  return (
    <th
      scope="col"
      // biome-ignore lint/a11y/noRedundantRoles: Safari drops the implicit role when the table is laid out as cards
      role="columnheader"
      data-number={isNumber}
      data-actions={isActions}
      data-desktop-only={isDesktopOnly}
      aria-sort={canSort ? (isOldestFirst ? 'ascending' : 'descending') : undefined}
    >
      {canSort ? (
        <UnstyledButton
          className={classes.sort}
          onClick={() => setSort(isOldestFirst ? undefined : sortBy.replace(/^-/, ''))}
        >
          {name}
          <span aria-hidden className={classes.arrow}>
            {isOldestFirst ? '↑' : '↓'}
          </span>
        </UnstyledButton>
      ) : (
        <span className={isActions ? classes.hidden : undefined}>{name}</span>
      )}
    </th>
  )
}
