import type { Campaign } from '../queries.ts'

type Failure = Campaign['failures'][number]

/** Failures with the same cure belong together; the group with the most recipients comes first. */
export function bySuggestion(failures: readonly Failure[]) {
  const groups = new Map<string, Failure[]>()
  for (const failure of failures) groups.set(failure.suggestion, [...(groups.get(failure.suggestion) ?? []), failure])
  return [...groups]
    .map(([suggestion, own]) => ({
      suggestion,
      failures: own,
      count: own.reduce((sum, { count }) => sum + count, 0),
    }))
    .sort((one, other) => other.count - one.count)
}
