import { cyclesIn } from './cycles.ts'
import { isProduct, type SourceFile } from './reading/sources.ts'
import { type Problem, problemAt, type Rule } from './rule.ts'
import { isSqlPath } from './sql-files.ts'

const TABLE = 'server/src/features/dependencies.ts'
const SLICE_FILE = /^server\/src\/features\/([^/]+)\//

interface Edge {
  from: string
  to: string
  file: SourceFile
  target: string
  index: number
}

/** Tests may use any slice; the table is about the product. */
export const sliceTable: Rule = {
  promise: 'slices use exactly the slices that dependencies.ts lists for them',
  find(files) {
    const product = files.filter((file) => !file.isTest)
    const table = readTable(product.find((file) => file.path === TABLE))
    const slices = new Set(product.flatMap((file) => sliceOf(file.path) ?? []))
    const edges = edgesIn(product)
    return [
      ...edges.filter(({ from, to }) => !table.get(from)?.includes(to)).map(unlistedEdge),
      ...unusedEdges(table, edges),
      ...[...slices].filter((slice) => !table.has(slice)).map((slice) => inTable(`slice ${slice} is missing: add it`)),
      ...[...table.keys()].filter((slice) => !slices.has(slice)).map((slice) => inTable(`there is no slice ${slice}`)),
      ...cyclesIn(table).map((cycle) => inTable(`slices in a circle: ${[...cycle, cycle[0]].join(' → ')}`)),
    ]
  },
}

export const otherSlicesSql: Rule = {
  promise: 'only a slice itself uses its SQL; others call its use cases',
  find: (files) =>
    files
      .filter(isProduct)
      .flatMap((file) =>
        file.imports
          .filter(({ target = '' }) => isSqlPath(target) && isOfAnotherSlice(target, file.path))
          .map(({ target, index }) => problemAt(file, index, `imports ${target}; call a use case of that slice`)),
      ),
}

const sliceOf = (path: string) => SLICE_FILE.exec(path)?.[1]
const isOfAnotherSlice = (target: string, path: string) =>
  sliceOf(target) !== undefined && sliceOf(target) !== sliceOf(path)

function edgesIn(files: readonly SourceFile[]): Edge[] {
  return files.flatMap((file) => {
    const from = sliceOf(file.path)
    if (!from) return []
    return file.imports.flatMap(({ target = '', index }) => {
      const to = sliceOf(target)
      return to && to !== from ? [{ from, to, file, target, index }] : []
    })
  })
}

function readTable(file: SourceFile | undefined): Map<string, string[]> {
  const body = /\bSLICES\b[^{]*\{([^}]*)\}/.exec(file?.plain ?? '')?.[1] ?? ''
  return new Map(
    [...body.matchAll(/['"]?([\w-]+)['"]?\s*:\s*\[([^\]]*)\]/g)].map(([, slice = '', list = '']) => [
      slice,
      [...list.matchAll(/['"]([\w-]+)['"]/g)].map(([, name = '']) => name),
    ]),
  )
}

const unlistedEdge = ({ from, to, file, target, index }: Edge): Problem =>
  problemAt(file, index, `imports ${target}, but ${TABLE} does not list ${to} under ${from}`)

const unusedEdges = (table: Map<string, string[]>, edges: Edge[]): Problem[] =>
  [...table].flatMap(([from, list]) =>
    list
      .filter((to) => !edges.some((edge) => edge.from === from && edge.to === to))
      .map((to) => inTable(`${from} does not use ${to} any more: remove it`)),
  )

const inTable = (what: string): Problem => ({ file: TABLE, sentence: `${TABLE}: ${what}` })
