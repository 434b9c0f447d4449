import { describe, expect, test } from 'vitest'
import {
  AREAS,
  loadedWith,
  messagesByArea,
  messagesOf,
  readSources,
  untranslatedIn,
} from '../../../tests/find-messages.ts'
import { SERVER_TEXTS } from '../../../tests/server-texts.ts'
import { LANGUAGES, type Language } from '../language.ts'
import { formatMessage, parseMessage } from '../message-format.ts'
import { catalogues } from './catalogues.ts'
import { patternsOf } from './server-patterns.ts'

const files = readSources()
const messages = messagesByArea(files)
const others = Object.keys(LANGUAGES).filter((code): code is Exclude<Language, 'en'> => code !== 'en')

/** Texts that are not for reading: names, keys, and what programs compare. */
const NOT_TEXTS = [
  'api/problem.ts The request failed',
  'api/request.ts no answer',
  'api/upload.ts no answer',
  'components/brand/brand.tsx Harkara',
  'features/admin/vendor-link.tsx Harkara',
  'features/imports/check/check-file.ts too long',
  'features/search/use-search.ts recent {}',
  'format/language.ts English',
]
/** Files of which every text is data: fonts, codes of languages, the sample file, reasons that the server reports. */
const DATA_FILES = ['app/theme.ts', 'features/imports/upload/sample-file.ts', 'features/search/shortcuts-sheet.tsx']
const DATA = [
  /^features\/templates\/display-names\.ts en en_US /,
  /^features\/imports\/display-names\.ts [a-z ]+(?:\d+ labels)?$/,
]

test('every text of the portal can be translated', () => {
  const left = files
    .filter(({ path }) => !DATA_FILES.includes(path))
    .flatMap(untranslatedIn)
    .map((found) => found.replace(/:\d+ /, ' '))
  expect(left.filter((text) => !NOT_TEXTS.includes(text) && !DATA.some((data) => data.test(text)))).toEqual([])
  expect(NOT_TEXTS.filter((text) => !left.includes(text))).toEqual([])
})

test('no text is looked up before its catalogue is loaded', () => {
  const early = loadedWith('main.tsx', files)
  const found = files.filter(({ path }) => early.has(path)).flatMap(messagesOf)
  expect(found.filter(({ isEarly }) => isEarly).map(({ path, text }) => `${path} ${text}`)).toEqual([])
})

test('codes of the product have a message each, and only those of the provider are put into words by rule', () => {
  const users = files.filter(({ code }) => code.includes('providerWords(')).map(({ path }) => path)
  expect(users).toEqual(['features/admin/provider/account-events.tsx', 'features/templates/display-names.ts'])
  const casing = /\.(?:toLowerCase\(\)\.)?replace(?:All)?\((?:'_'|\/_\/g|\/\[A-Z\]\/g)/
  expect(files.filter(({ code }) => casing.test(code)).map(({ path }) => path)).toEqual(['format/text.ts'])
})

test.each([
  ['a text between tags', '<Text>Add funds</Text>', 'Add funds'],
  ['an attribute that is read aloud', '<Button aria-label="Close menu" />', 'Close menu'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the code of a page
  ['a text with a value', 'const text = `Delete ${name}`', 'Delete {}'],
  ['a column of a table', "const columns = [{ name: 'Status' }]", 'Status'],
  ['a word beside a message', "const rows = isRead ? t('2 rows') : 'workbook'", 'workbook'],
  [
    'a word where others of its table are messages',
    "const A = { URL: { does: 'opens' }, OTP: { does: t('copies') } }",
    'opens',
  ],
  [
    'a sentence after another text',
    "const end = isMedia && '. Media files are not downloaded.'",
    '. Media files are not downloaded.',
  ],
  ['a word that names an action', '<AdminOnlyNotice action="pay" />', 'pay'],
  [
    'a word that is returned beside an amount',
    "const show = (value) => { if (!value) return 'none'; return formatMoney(value, 'INR') }",
    'none',
  ],
])('%s is found if it is not translated', (_, code, text) => {
  expect(untranslatedIn(sourceOf(code))).toEqual([`page.tsx:1 ${text}`])
})

test.each([
  ['a translated text', "<Text>{t('Add funds')}</Text>"],
  ['a code', "const isPaid = status === 'PAID'"],
  ['a style', '<Box flex="1 1 16rem" c="dimmed" />'],
  ['an error for developers', "throw new Error('the page has no root element')"],
])('%s is left alone', (_, code) => {
  expect(untranslatedIn(sourceOf(code))).toEqual([])
})

describe.each(others)('%s', (language) => {
  test('has the errors, the reasons of failures and those of pauses that the server reports', async () => {
    const { default: texts } = await catalogues[language].server()
    const { default: ofPages } = await catalogues[language].vendor()
    expect(SERVER_TEXTS.filter((text) => !(text in texts) && !(text in ofPages))).toEqual([])
  })

  test.each(AREAS.filter((area) => area !== 'server'))(
    'has every text of the %s pages, and no others',
    async (area) => {
      const { default: texts } = await catalogues[language][area]()
      expect([...messages[area]].filter((message) => !(message in texts))).toEqual([])
      expect(Object.keys(texts).filter((message) => !messages[area].has(message))).toEqual([])
    },
  )

  test.each(AREAS)('has the same values and links in each text of the %s pages', async (area) => {
    const { default: texts } = await catalogues[language][area]()
    const differing = Object.entries(texts).filter(
      ([message, translation]) => `${namesIn(message)}` !== `${namesIn(translation)}`,
    )
    expect(differing).toEqual([])
  })

  test.each(AREAS)('has every plural form in each text of the %s pages', async (area) => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const { default: texts } = await catalogues[language][area]()
    const lacking = Object.values(texts).filter((text) =>
      pluralsIn(text).some((forms) => needed.some((form) => !forms.includes(form))),
    )
    expect(lacking).toEqual([])
  })
})

const parts = (text: string) => formatPartsOf(parseMessage(text))

/** The values and tags of a message, sorted, each once: languages use them in their own order. */
const namesIn = (text: string) => [...new Set(parts(text).map(({ name }) => name))].sort()

const pluralsIn = (text: string) =>
  parts(text).flatMap(({ options, isPlural }) => (options && isPlural ? [[...options.keys()]] : []))

type Part = ReturnType<typeof parseMessage>[number]
type Argument = Exclude<Part, string | symbol>

const formatPartsOf = (all: readonly Part[]): Argument[] =>
  all.flatMap((part) => {
    if (typeof part === 'string' || typeof part === 'symbol') return []
    const inside = [...(part.options?.values() ?? []), ...(part.children ? [part.children] : [])]
    return [part, ...inside.flatMap(formatPartsOf)]
  })

const sourceOf = (code: string) => readSources([['page.tsx', code]])[0] ?? raise()
const raise = () => {
  throw new Error('no source')
}

describe('messages', () => {
  const format = (message: string, values = {}, locale = 'en-IN') =>
    formatMessage<string>(message, values, locale).join('')

  test('name their values', () => {
    expect(format('Delete {name}?', { name: 'VIP' })).toBe('Delete VIP?')
    expect(() => format('Delete {name}?')).toThrow('needs a value for name')
  })

  test('have plurals with numbers in the locale', () => {
    const text = '{count, plural, =0 {No contacts} one {# contact} other {# contacts}} deleted.'
    expect([0, 1, 123_456].map((count) => format(text, { count }))).toEqual([
      'No contacts deleted.',
      '1 contact deleted.',
      '1,23,456 contacts deleted.',
    ])
    expect(format('{count, plural, one {# पंक्ति} other {# पंक्तियाँ}}', { count: 0 }, 'hi-IN')).toBe('0 पंक्ति')
  })

  test('choose by a word', () => {
    const text = '{role, select, ADMIN {an administrator} other {a member}}'
    expect([format(text, { role: 'ADMIN' }), format(text, { role: 'OTHER' })]).toEqual(['an administrator', 'a member'])
  })

  test('have elements around their text, in the order of the language', () => {
    const link = (text: string[]) => `[${text.join('')}]`
    expect(format('No email? <link>Send {what}</link>.', { link, what: 'it' })).toBe('No email? [Send it].')
  })

  test('quote braces, and leave other apostrophes alone', () => {
    expect(format("'{{'{name}'}}' in the vendor's header", { name: 1 })).toBe("{{1}} in the vendor's header")
  })
})

test('a text of the server with values is found by its message, the longest first', () => {
  const find = patternsOf(['Hold for campaign {name}', 'Hold for campaign {name} at its new price', 'A message'])
  expect(find('Hold for campaign Diwali (2)')).toMatchObject({ values: { name: 'Diwali (2)' } })
  expect(find('Hold for campaign Diwali at its new price')).toMatchObject({
    message: 'Hold for campaign {name} at its new price',
  })
  expect(find('A message')).toBeUndefined()
})
