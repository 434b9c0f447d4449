const UNITS = ['bytes', 'KB', 'MB'] as const

/** Formats a file size, for example `1.4 MB`. */
export function formatBytes(bytes: number): string {
  let unit = 0
  let size = bytes
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024
    unit++
  }
  return `${unit > 0 && size < 10 ? size.toFixed(1) : Math.round(size)} ${UNITS[unit]}`
}
