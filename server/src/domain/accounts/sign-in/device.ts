/** The first match counts, because browsers include each other's names. */
const PROGRAMS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * A readable name of the client. Only names from this list are stored, because a whole user agent reveals more about a
 * person than a list of sessions needs. Undefined for scripts and unknown clients.
 */
export function deviceOf(userAgent: string | undefined): string | undefined {
  const nameIn = (names: readonly [RegExp, string][]) => names.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
  const program = nameIn(PROGRAMS)
  const system = nameIn(SYSTEMS)
  if (program === undefined) return undefined
  return system === undefined ? program : `${program} on ${system}`
}
