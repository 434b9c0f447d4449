/**
 * Finds weak secrets in a production environment: too short, too regular to be random, published, or used twice. Reads
 * the values as they are set, so that all problems are reported together with those of the schema, and never prints
 * one.
 */
export function secretProblems(settings: Record<string, string | undefined>, published: readonly string[]): string[] {
  const known = new Set(published.flatMap((text) => materialsOf(text)))
  const values = SECRETS.flatMap((secret) => valuesOf(secret, settings[secret.name]))
  const problems = values.flatMap((value) => {
    const problem = isPublished(value, known) ? PUBLISHED : weaknessOf(value)
    return problem ? [`${value.label}: ${problem}`] : []
  })
  const identifiers = IDENTIFIERS.filter((name) => known.has(settings[name] ?? ''))
  return [...problems, ...identifiers.map((name) => `${name}: ${PUBLISHED}`), ...repeated(values)]
}

interface Secret {
  name: string
  /** For settings whose schema does not require a length. */
  charsMin?: number
  /** The minimum share of the entropy of a random value of that length; see `entropyBits`. */
  bitsMin: number
  /** Keys are in base64, separated by commas; named ones have an id in front. */
  kind: 'text' | 'key list' | 'named keys'
}

const ours = (name: string, kind: Secret['kind'] = 'text'): Secret => ({ name, bitsMin: 80, kind })
const issued = (name: string): Secret => ({ name, charsMin: 16, bitsMin: 32, kind: 'text' })

const SECRETS: readonly Secret[] = [
  ours('JWT_SECRET'),
  ours('JWT_SECRET_PREVIOUS'),
  ours('ENCRYPTION_KEYS', 'named keys'),
  ours('BLIND_INDEX_KEY', 'key list'),
  issued('PROVIDER_TOKEN'),
  issued('PROVIDER_APP_SECRET'),
  issued('PROVIDER_VERIFY_TOKEN'),
  issued('GATEWAY_KEY_SECRET'),
  issued('GATEWAY_WEBHOOK_SECRET'),
  issued('GATEWAY_WEBHOOK_SECRET_PREVIOUS'),
]
/** Not secret, but the sandbox's values do not work in production. */
const IDENTIFIERS = ['PROVIDER_PHONE_NUMBER_ID', 'PROVIDER_WABA_ID', 'PROVIDER_APP_ID', 'GATEWAY_KEY_ID']

const PUBLISHED = 'must be set to a secret value in production: this value is published with the source code'

interface Value {
  secret: Secret
  /** The setting, and within it the key: `ENCRYPTION_KEYS (key 2026)`. */
  label: string
  text: string
  bytes: Buffer
}

function valuesOf(secret: Secret, text: string | undefined): Value[] {
  if (!text) return []
  if (secret.kind === 'text') return [{ secret, label: secret.name, text, bytes: Buffer.from(text, 'utf8') }]
  const parts = text.split(',')
  if (secret.kind === 'key list')
    return parts.map((part, i) => ({
      secret,
      label: parts.length === 1 ? secret.name : `${secret.name} (key ${i + 1})`,
      text: part.trim(),
      bytes: Buffer.from(part, 'base64'),
    }))
  return parts.map((part) => {
    const [id = '', material = ''] = part.trim().split(':')
    return { secret, label: `${secret.name} (key ${id})`, text: material, bytes: Buffer.from(material, 'base64') }
  })
}

/**
 * Published values are recognised in every form in which they may be copied: with a key id, without it, or as bytes.
 */
const materialsOf = (text: string) => {
  const material = text.split(':').at(-1) ?? text
  return [text, material, Buffer.from(material, 'base64').toString('hex')]
}
const isPublished = ({ text, bytes }: Value, known: ReadonlySet<string>) =>
  known.has(text) || known.has(bytes.toString('hex'))

function weaknessOf({ secret, text, bytes }: Value): string | undefined {
  if (text.length < (secret.charsMin ?? 0)) return `must have at least ${secret.charsMin} characters in production`
  if (entropyBits(bytes) < secret.bitsMin) return 'is not random enough; generate one with: openssl rand -base64 32'
  return undefined
}

/**
 * A rough upper bound of how unpredictable the bytes are: their Shannon entropy, or that of their differences if it is
 * lower, over the shortest piece that the whole repeats. Zeros, one letter, `abcabc…` and 0, 1, 2, … have almost none;
 * 32 random bytes have about 150 bits by this measure.
 */
export function entropyBits(bytes: Buffer): number {
  const piece = [...bytes.subarray(0, periodOf(bytes))]
  const steps = piece.map((byte, i) => (byte - (piece[i - 1] ?? byte) + 256) % 256)
  return Math.min(shannon(piece), shannon(steps)) * piece.length
}

function periodOf(bytes: Buffer): number {
  for (let period = 1; period <= bytes.length / 2; period++)
    if (bytes.subarray(period).equals(bytes.subarray(0, bytes.length - period))) return period
  return bytes.length
}

/** Bits per symbol. */
function shannon(symbols: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const symbol of symbols) counts.set(symbol, (counts.get(symbol) ?? 0) + 1)
  return [...counts.values()].reduce(
    (bits, count) => bits - (count / symbols.length) * Math.log2(count / symbols.length),
    0,
  )
}

/** A value that is used in two places is compromised when either leaks. */
function repeated(values: readonly Value[]): string[] {
  return values.flatMap((value, i) => {
    const first = values.slice(0, i).find((other) => other.text === value.text || other.bytes.equals(value.bytes))
    return first ? [`${value.label}: must differ from ${first.label}`] : []
  })
}
