import { newId } from '../../../src/platform/ids.ts'
import { type Operation, sampleBody } from '../api-document.ts'
import type { RawRequest } from '../services/raw-http.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Used in values, never in field names. No answer may repeat it. */
export const CANARY = 'canary-c4f1e'

/** Values in a URL: characters that the database cannot store, invalid UTF-8, texts that look like numbers or dates. */
export const STRANGE_VALUES = [
  ...['%00', 'a%00b', '%ED%A0%80', '%FF', '%', '%F0%9F%8C%BA', '%E2%80%AE', '%25', '%5C', '%27', '_', '*'],
  ...['-1', '0', '1e400', '9007199254740993', '99999999999999999999', 'NaN', '2026-02-30', '+275760-09-13T00:00:00Z'],
  ...['0000-00-00', '-000001-01-01T00:00:00Z', newId<'x'>(), '00000000-0000-0000-0000-000000000000', 'x'.repeat(2_000)],
]

/** In a path: ids that are none, other characters than an id has, and attempts to leave the path. */
export const STRANGE_IDS = [
  ...['%00', 'a%00', '..%2F..%2Fetc', '%2e%2e', '%ED%A0%80', '%FF', 'null', '-1', '0', '1e9', '%D9%A1', '%27--', '*'],
  ...['00000000-0000-0000-0000-000000000000', '{id}', '%7B%7D', 'x'.repeat(500), '%20', newId<'x'>().toUpperCase()],
]

/** Headers that the product or its framework reads. The document names the others. */
export const HEADERS = [
  ...['authorization', 'content-type', 'idempotency-key', 'accept', 'accept-encoding', 'accept-language', 'cookie'],
  ...['origin', 'referer', 'user-agent', 'x-client', 'x-request-id', 'x-forwarded-for', 'x-forwarded-host', 'range'],
  ...['x-forwarded-proto', 'forwarded', 'if-none-match', 'if-match', 'if-modified-since', 'content-encoding', 'te'],
  ...['sec-websocket-protocol', 'sec-websocket-key', 'x-http-method-override', 'access-control-request-method'],
]
export const STRANGE_HEADERS = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\x7f',
    '\u00ff',
    '*',
    ',',
    ';=;',
    '"',
    '%00',
    '../..',
    '{}',
    '[1]',
    '0',
    '-1',
    'bytes=0-',
  ],
  ...[
    'Bearer',
    'bearer ',
    'Bearer a.b.c',
    'Basic Og==',
    'bearer.x, harkara',
    'multipart/form-data; boundary=',
    'a/b/c',
  ],
  ...['application/json; charset=utf-7', 'harkara_refresh=%00; harkara_device=%', 'https://app.example, null', CANARY],
  ...['for=unknown', '999.999.999.999', '::ffff:1.2.3.4%eth0', '1.2.3.4:5', 'x'.repeat(4_000)],
]

const partOf = (head: string, text: string) => `--B\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`
const FILE = partOf('name="file"; filename="a.csv"', 'Phone\n9876543210')
/** Types and bodies of forms. */
export const STRANGE_FORMS: [type: string, body: string][] = [
  ['multipart/form-data', FILE],
  ['multipart/form-data; boundary=', FILE],
  ['multipart/form-data; boundary=""', FILE],
  ['multipart/form-data; boundary=B', ''],
  ['multipart/form-data; boundary=B', '--B--\r\n'],
  ['multipart/form-data; boundary=B', FILE],
  ['multipart/form-data; boundary=C', `${FILE}--B--\r\n`],
  ['multipart/form-data; boundary=B', `${partOf('name=""', 'a')}--B--\r\n`],
  ['multipart/form-data; boundary=B', `--B\r\n\r\na\r\n--B--\r\n`],
  ['multipart/mixed; boundary=B', `${FILE}--B--\r\n`],
  [`multipart/form-data; boundary=${'B'.repeat(5_000)}`, FILE],
  ...['defaultCountry', 'labels', 'mapping', 'strategy', 'listName', 'file', 'x'].map((name): [string, string] => [
    'multipart/form-data; boundary=B',
    `${partOf(`name="${name}"`, 'a\0b')}${FILE.replace('a.csv', 'a\0.csv')}--B--\r\n`,
  ]),
]

/** Requests to random routes with random methods, paths, headers and bodies. */
export function* strangeRequests(
  count: number,
  { pick, chance, below }: SeededRandom,
  operations: readonly Operation[],
  tokens: readonly string[],
): Generator<RawRequest> {
  const word = () =>
    pick([
      CANARY,
      '',
      'a',
      '0',
      '-1',
      '%00',
      '%zz',
      '%E0%A4%A',
      '..',
      '{}',
      "'--",
      '%F0%9F%8C%BA',
      'x'.repeat(below(3_000)),
    ])
  const oddPath = (path: string) =>
    pick([
      () => path,
      () => `${path}/`,
      () => `${path}/${word()}`,
      () => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
      () => path.replace('/', pick(['//', '/./', '/x/../', '/%2e%2e/', '/\\', '/;/'])),
      () => path.toUpperCase(),
      () => `${path}?${pick(['page', 'a[b]', '%00', '=', '__proto__'])}=${word()}&a&&`,
      () => `${path}?page=${word()}&pageSize=${word()}&cursor=${CANARY}`,
      () => `${path}#part`,
      () => `http://${CANARY}.example${path}`,
      () => path.slice(0, below(path.length)),
    ])()
  const odd = (text: string): string =>
    pick([
      () => text,
      () => text.slice(0, below(text.length)),
      () =>
        text.replace(
          /"[^"]*"(?=[,}])/,
          pick(['null', '[]', '1e999', `"${CANARY}"`, `["${CANARY}"]`, '{"$ne":1}', '"\\u0000"']),
        ),
      () => text.replace('{', `{"${pick(['vendorId', 'role', '__proto__', 'x'])}":"${CANARY}",`),
      () => `[${text},${text}]`,
      () => text.repeat(2),
      () => `"${CANARY}"`,
      () => pick(['', ' ', 'null', '0', '[]', '{}', '{"a":', '\uFEFF{}', '{}x', "{'a':1}", '[['.repeat(9_000)]),
      () => text.replace(/./g, (letter) => (chance(0.03) ? String.fromCharCode(below(255)) : letter)),
    ])()

  for (let i = 0; i < count; i++) {
    const operation = pick(operations)
    const prefix = pick(['/api/v1', '/api/v1', '/v1'])
    const path = prefix + operation.path.replace('{id}', pick([newId<'x'>(), CANARY]))
    const isWrite = operation.method !== 'GET'
    const text = JSON.stringify(operation.body ? sampleBody(operation.body) : {})
    yield {
      method: chance(0.75)
        ? operation.method
        : pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']),
      path: chance(0.5) ? path : oddPath(path),
      headers: {
        ...(chance(0.8) && { authorization: `Bearer ${chance(0.8) ? pick(tokens) : word()}` }),
        ...(chance(0.1) && {
          authorization: pick(['Basic YTpi', 'Bearer', `Bearer ${CANARY}`, `bearer ${tokens[0]}`]),
        }),
        ...(isWrite && {
          'content-type': chance(0.75)
            ? 'application/json'
            : pick([
                'text/plain',
                'application/json;charset=utf-16',
                'application/x-www-form-urlencoded',
                'multipart/form-data',
                '',
                'a/b/c',
                `x/${CANARY}`,
              ]),
        }),
        ...(chance(0.1) && { 'idempotency-key': pick(['', 'a b', CANARY, 'x'.repeat(300)]) }),
        ...(chance(0.1) && { 'x-client': 'portal', cookie: pick([`harkara_refresh=${CANARY}`, '=;=;', 'a']) }),
        ...(chance(0.1) && { origin: pick(['null', `https://${CANARY}.example`, 'https://app.example', '*']) }),
        ...(chance(0.1) && { accept: pick(['text/html', 'image/png', CANARY]), 'accept-encoding': 'br, zstd' }),
        ...(chance(0.05) && { 'content-encoding': pick(['gzip', 'br', CANARY]) }),
        ...(chance(0.05) && { 'x-forwarded-for': CANARY, 'x-request-id': CANARY, 'x-http-method-override': 'DELETE' }),
      },
      ...(isWrite &&
        chance(0.9) && { body: chance(0.2) ? Buffer.from(text, 'utf16le') : chance(0.5) ? text : odd(text) }),
    }
  }
}
