import { useNavigate, useSearch } from '@tanstack/react-router'

type Params = Readonly<Record<string, string | number | undefined>>

/**
 * Parameters of the page's URL, which survive Back, a reload and being sent to a colleague. They contain ids, numbers and
 * fixed words, never personal data. Several lists of a page have different prefixes.
 */
export function useUrlParams(prefix = '') {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    /** The router reads `2` and `true` as what they are; here they are text again. */
    get(name: string): string | undefined {
      const value = search[prefix + name]
      return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) || undefined : undefined
    },
    /** Undefined removes a parameter. `isStep` adds an entry to the history, so that Back returns to the values before. */
    set(changes: Params, { isStep = false }: { isStep?: boolean } = {}) {
      const named = Object.fromEntries(Object.entries(changes).map(([name, value]) => [prefix + name, unquoted(value)]))
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, ...named }),
        replace: !isStep,
        resetScroll: false,
      } as never)
    },
  }
}

/** Text that looks like a truth value would be quoted in the URL. */
const unquoted = (value: string | number | undefined) =>
  value === 'true' || value === 'false' ? value === 'true' : value

/** Back to the first page, for every change of what a list shows. */
export const FIRST_PAGE = { page: undefined, after: undefined } as const

/** The filters of a list, in the URL. A change starts at the first page. */
export function useUrlFilters<Name extends string>(names: readonly Name[], prefix = '') {
  const params = useUrlParams(prefix)
  const values = Object.fromEntries(
    names.flatMap((name) => {
      const value = params.get(name)
      return value === undefined ? [] : [[name, value]]
    }),
  ) as Partial<Record<Name, string>>
  return {
    values,
    isFiltered: Object.keys(values).length > 0,
    set: (name: Name, value: string) => params.set({ [name]: value || undefined, ...FIRST_PAGE }),
    clear: () => params.set({ ...Object.fromEntries(names.map((name) => [name, undefined])), ...FIRST_PAGE }),
  }
}

/**
 * One filter of a list, like `useState` but in the URL. The default is not written; an empty value that differs from the
 * default is written as `all`.
 */
export function useUrlFilter(name: string, { list = '', byDefault = '' } = {}) {
  const params = useUrlParams(list && `${list}.`)
  const written = params.get(name)
  const value = written === undefined ? byDefault : written === 'all' ? '' : written
  const set = (next: string) => params.set({ [name]: next === byDefault ? undefined : next || 'all', ...FIRST_PAGE })
  return [value, set] as const
}
