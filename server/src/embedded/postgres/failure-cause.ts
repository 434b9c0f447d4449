const CAUSE = /FATAL|PANIC|error|could not|cannot/i
/** Time, process and level of a log line, or the program's name. */
const PREFIX = /^.*?\b(?:FATAL|PANIC|ERROR|LOG|error|fatal):\s+/

/** The line of PostgreSQL's output that names the cause. Later lines only describe the shutdown. */
export function failureCause(output: string): string {
  const lines = output.split('\n').map((line) => line.trim())
  const cause = lines.find((line) => CAUSE.test(line)) ?? lines.findLast(Boolean)
  return cause?.replace(PREFIX, '') ?? 'no reason given'
}
