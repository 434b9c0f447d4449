import { looksLikeDate, readConsentStatus, saysNothing } from '../rows/consent-cells.ts'
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
const ACCEPTS = vocabulary.wordSet(`accepts accept accepted agrees agreed allow allows allowed
  acepta aceita accepte akzeptiert menerima स्वीकार يقبل`)
const MARKETING = vocabulary.wordSet(`marketing promotion promotions promotional advertising offers broadcast broadcasts
  publicidad promociones publicidade promocoes publicite werbung promosi विपणन मार्केटिंग تسويق التسويق`)
const DATE = vocabulary.wordSet(`date time timestamp at on since datum zeitpunkt fecha data tanggal waktu
  तारीख दिनांक तिथि تاريخ التاريخ`)
const SOURCE = vocabulary.wordSet(`source method origin via channel form fuente origen fonte origem origine quelle
  sumber स्रोत مصدر المصدر`)
/** `no` is among them only as the first word, because it is a number elsewhere. */
const NOT = vocabulary.wordSet(`not never dont don doesnt without withdrawn withdrew revoked declined denied refused
  rejected non nicht sin sem sans ohne nao tidak नहीं غير`)
const REACH = vocabulary.wordSet('contact call message messages messaging text sms disturb')
const AROUND =
  vocabulary.wordSet(`in out do t no to for from is has status state gdpr dpdp dsgvo lgpd rgpd update updates
  notification notifications given granted received obtained confirmed`)
/** Not the date or the source, but the channel, before a word for one: `on WhatsApp`, `via SMS`. */
const BEFORE_CHANNEL = vocabulary.wordSet('on via at since')
const MESSAGING = vocabulary.wordSet('sms text')
const isChannel = (word = '') => vocabulary.PHONE.has(word) || MESSAGING.has(word)

const says = (words: readonly string[]) =>
  vocabulary.hasOneOf(words, CONSENT) ||
  (vocabulary.hasOneOf(words, OPT) && (words.includes('in') || words.some(isChannel))) ||
  (vocabulary.hasOneOf(words, ACCEPTS) && vocabulary.hasOneOf(words, MARKETING))

const saysNot = (words: readonly string[]) =>
  vocabulary.hasOneOf(words, REFUSAL) ||
  (vocabulary.hasOneOf(words, OPT) && words.includes('out')) ||
  (words.includes('do') && words.includes('not')) ||
  (vocabulary.hasOneOf(words, NOT) && (says(words) || vocabulary.hasOneOf(words, REACH))) ||
  (words[0] === 'no' && says(words))

const isYesOrNo = (cell: string) => readConsentStatus(cell) !== undefined
const isStatement = (cell: string) => !saysNothing(cell)

/**
 * What a column that is mapped to consent states, by the words of its heading and its cells, where they are known: a
 * column of yes and no is neither a date nor a source.
 */
export function consentPart(words: readonly string[], cells: readonly string[] = []): ConsentPart {
  const meant = words.filter((word, i) => !BEFORE_CHANNEL.has(word) || !isChannel(words[i + 1]))
  const mayBeOther = !isMostly(cells.filter(isStatement), isYesOrNo)
  if (mayBeOther && vocabulary.hasOneOf(meant, SOURCE)) return 'source'
  if (saysNot(meant)) return 'optOut'
  return mayBeOther && vocabulary.hasOneOf(meant, DATE) ? 'date' : 'status'
}

/**
 * Whether a heading speaks of consent and the cells do not contradict it. Other words, such as `email` or `newsletter`,
 * mean the consent to something else than messages to the phone. The cells are only the first ones of the file: one yes
 * or no among them is enough, and so is that none of them states anything, because a missed refusal is a message to
 * somebody who refused it.
 */
export function isConsentColumn(words: readonly string[], cells: readonly string[]): boolean {
  if (!says(words) && !saysNot(words)) return false
  const lists = [CONSENT, REFUSAL, OPT, ACCEPTS, MARKETING, DATE, SOURCE, NOT, REACH, AROUND]
  const around = [vocabulary.PHONE, vocabulary.CONTACT, vocabulary.PERSON, vocabulary.FILLER]
  if (!vocabulary.hasOnly(words, ...lists, ...around)) return false
  const stated = cells.filter(isStatement)
  return (
    stated.length === 0 ||
    stated.some(isYesOrNo) ||
    isMostly(stated, looksLikeDate) ||
    consentPart(words, stated) === 'source'
  )
}
