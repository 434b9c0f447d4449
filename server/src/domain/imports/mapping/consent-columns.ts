import { looksLikeDate, readConsentStatus } from '../rows/consent-cells.ts'
import type { ConsentPart } from './column-use.ts'
import * as vocabulary from './header-words.ts'
import { isMostly } from './phone-columns.ts'

/** The languages of header-words.ts. */
const CONSENT = vocabulary.wordSet(`consent consents consented optin permission subscribed
  consentimiento suscrito suscrita consentimento inscrito inscrita consentement abonne abonnee inscrit inscrite
  einwilligung zustimmung werbeeinwilligung abonniert persetujuan berlangganan
  सहमति अनुमति सब्सक्राइब موافقة الموافقة مشترك الاشتراك`)
const REFUSAL = vocabulary.wordSet('unsubscribed unsubscribe optout dnd desuscrito descadastrado desabonne abgemeldet')
const OPT = vocabulary.wordSet('opt opted')
const ACCEPTS = vocabulary.wordSet('accepts accept accepted acepta aceita accepte akzeptiert menerima स्वीकार يقبل')
const MARKETING = vocabulary.wordSet(`marketing promotion promotions promotional advertising offers publicidad
  promociones publicidade promocoes publicite werbung promosi विपणन मार्केटिंग تسويق التسويق`)
const DATE = vocabulary.wordSet(`date time timestamp at on since datum zeitpunkt fecha data tanggal waktu
  तारीख दिनांक तिथि تاريخ التاريخ`)
const SOURCE = vocabulary.wordSet(`source method origin via channel form fuente origen fonte origem origine quelle
  sumber स्रोत مصدر المصدر`)
const AROUND = vocabulary.wordSet(`in out do not contact disturb call message messages messaging text sms to for from is
  has status state gdpr dpdp dsgvo lgpd rgpd update updates notification notifications`)

const says = (words: readonly string[]) =>
  vocabulary.hasOneOf(words, CONSENT) ||
  (vocabulary.hasOneOf(words, OPT) && words.includes('in')) ||
  (vocabulary.hasOneOf(words, ACCEPTS) && vocabulary.hasOneOf(words, MARKETING))

const saysNot = (words: readonly string[]) =>
  vocabulary.hasOneOf(words, REFUSAL) ||
  (vocabulary.hasOneOf(words, OPT) && words.includes('out')) ||
  (words.includes('do') && words.includes('not'))

/** What a column that is mapped to consent states, by the words of its heading. */
export function consentPart(words: readonly string[]): ConsentPart {
  if (vocabulary.hasOneOf(words, SOURCE)) return 'source'
  if (saysNot(words)) return 'optOut'
  return vocabulary.hasOneOf(words, DATE) ? 'date' : 'status'
}

/**
 * Whether a heading speaks of consent and the cells agree. Other words, such as `email` or `newsletter`, mean the
 * consent to something else than messages to the phone.
 */
export function isConsentColumn(words: readonly string[], cells: readonly string[]): boolean {
  if (!says(words) && !saysNot(words)) return false
  const lists = [CONSENT, REFUSAL, OPT, ACCEPTS, MARKETING, DATE, SOURCE, AROUND]
  const around = [vocabulary.PHONE, vocabulary.CONTACT, vocabulary.PERSON, vocabulary.FILLER]
  if (!vocabulary.hasOnly(words, ...lists, ...around)) return false
  return (
    consentPart(words) === 'source' ||
    isMostly(cells, (cell) => readConsentStatus(cell) !== undefined || looksLikeDate(cell)) ||
    cells.length === 0
  )
}
