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

/** Lists are shown newest first unless they are asked for the other order. */
export const oldestFirst = (sortBy: string | undefined) => sortBy?.replace(/^-/, '')

/** The heading of a column; a button if the list can be sorted by it. */
export function HeaderCell({ name, isNumber, isActions, isDesktopOnly, sortBy, sort, setSort }: HeaderProps) {
  const canSort = sortBy !== undefined && setSort !== undefined
  const isOldestFirst = sort === oldestFirst(sortBy)
  return (
    <th
      scope="col"
      // biome-ignore lint/a11y/noRedundantRoles: Safari drops the implicit role when the table is laid out as cards
      role="columnheader"
      data-number={isNumber}
      data-actions={isActions}
      data-desktop-only={isDesktopOnly}
      // On cards the button is hidden and the options of the table sort instead; the heading keeps its name.
      aria-label={canSort ? name : undefined}
      aria-sort={canSort ? (isOldestFirst ? 'ascending' : 'descending') : undefined}
    >
      {canSort ? (
        <UnstyledButton
          className={classes.sort}
          onClick={() => setSort(isOldestFirst ? undefined : oldestFirst(sortBy))}
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
