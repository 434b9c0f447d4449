import type { SourceFile } from './reading/sources.ts'
import type { Rule } from './rule.ts'

/** Type imports count: files that need each other's types cannot be understood, or moved, one at a time. */
export const cycles: Rule = {
  promise: 'no file imports itself through others',
  find: (files) =>
    cyclesIn(graphOf(files)).map((cycle) => ({
      file: cycle[0] ?? '',
      sentence: `${cycle[0]}: import cycle ${[...cycle, cycle[0]].join(' → ')}; move what both need into a file of its own`,
    })),
}

type Graph = ReadonlyMap<string, readonly string[]>

function graphOf(files: readonly SourceFile[]): Graph {
  const known = new Set(files.map((file) => file.path))
  return new Map(
    files.map((file) => [
      file.path,
      file.imports.flatMap(({ target }) => (target && known.has(target) ? [target] : [])),
    ]),
  )
}

/** A shortest cycle through each edge that lies on one, each cycle once. */
export function cyclesIn(graph: Graph): string[][] {
  const found = new Map<string, string[]>()
  for (const [from, targets] of graph)
    for (const to of targets) {
      const back = shortestPath(graph, to, from)
      if (back) found.set([...back].sort().join(), fromSmallest(back))
    }
  return [...found.values()]
}

function shortestPath(graph: Graph, from: string, to: string): string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[from, undefined]])
  // A map hands out what is added while it is walked, in order: this is the queue of a breadth-first search.
  for (const [node] of cameFrom) {
    if (node === to) return pathTo(cameFrom, to)
    for (const next of graph.get(node) ?? []) if (!cameFrom.has(next)) cameFrom.set(next, node)
  }
  return undefined
}

function pathTo(cameFrom: ReadonlyMap<string, string | undefined>, end: string): string[] {
  const path: string[] = []
  for (let node: string | undefined = end; node !== undefined; node = cameFrom.get(node)) path.unshift(node)
  return path
}

/** So that the same cycle always reads the same. */
function fromSmallest(cycle: string[]): string[] {
  const start = cycle.indexOf([...cycle].sort()[0] ?? '')
  return [...cycle.slice(start), ...cycle.slice(0, start)]
}
