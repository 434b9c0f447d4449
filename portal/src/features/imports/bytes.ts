const UNITS = ['bytes', 'KB', 'MB'] as const

/** `1.4 MB`: the size of a file as a computer shows it. */
export function bytesText(bytes: number): string {
  let unit = 0
  let size = bytes
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024
    unit++
  }
  return `${unit > 0 && size < 10 ? size.toFixed(1) : Math.round(size)} ${UNITS[unit]}`
}
