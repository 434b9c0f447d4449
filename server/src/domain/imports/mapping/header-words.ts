import { foldCase } from '../../text/clean-text.ts'

/**
 * The words of a heading, case-folded: `Téléphone-Nr. (2)` is `telephone nr`, `firstName` and `firstname` are `first
 * name`. Digits are ignored, because they only number columns.
 */
export function headerWords(header: string): string[] {
  const apart = header.replace(/whats\s?app/gi, 'whatsapp').replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
  return (fold(apart).match(/[\p{L}\p{M}]+/gu) ?? []).flatMap(splitCompound)
}

/** Splits an unknown compound such as `phoneno` or `Handynummer` into two known words. */
function splitCompound(word: string): string[] {
  if (KNOWN.has(word)) return [word]
  for (let i = 2; i <= word.length - 2; i++) {
    const pair = [word.slice(0, i), word.slice(i)]
    if (pair.every((part) => KNOWN.has(part))) return pair
  }
  return [word]
}

const fold = (text: string) => foldCase(text.normalize('NFKD').replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1'))

export const wordSet = (list: string): ReadonlySet<string> => new Set(fold(list).trim().split(/\s+/))

/** English, Spanish, Portuguese, French, German, Indonesian, Hindi and Arabic, as address books use them. */
export const PHONE =
  wordSet(`phone phones telephone tel telephones telefon telefono telefonos telefone telefones telepon
  telp tlf mobile mobiles movil moviles cell cellphone cellular celular celulares handy rufnummer smartphone landline ponsel
  whatsapp msisdn gsm फोन फ़ोन मोबाइल टेलीफोन दूरभाष व्हाट्सएप व्हाट्सऐप
  هاتف الهاتف جوال الجوال موبايل الموبايل تلفون التلفون محمول المحمول واتساب الواتساب`)
/** Phone numbers in an address book, other things elsewhere. */
export const AMBIGUOUS_PHONE = wordSet('hp wa ph phn mob mobil fon portable')
export const NUMBER = wordSet('number numbers n no nos num nr nro numero numeros nummer nomor nomer नंबर नम्बर संख्या رقم')
export const CONTACT = wordSet('contact contacts kontakt contacto contato kontak संपर्क सम्पर्क الاتصال اتصال')
export const PERSON = wordSet(`person persons customer customers client clients member members guest guests student
  students patient patients lead leads buyer buyers owner owners recipient recipients
  cliente clientes kunde kunden pelanggan ग्राहक العميل عميل`)
export const FILLER = wordSet('my your the of with de del du da do la le el optional required')
/**
 * Words that say which of several, or whose. A phone with such a qualifier is a phone, but a name with one (`Business
 * name`) is not the contact's name.
 */
export const QUALIFIER = wordSet(`alternate alternative alt primary secondary main principal home work office business
  personal private other additional second value parent father mother guardian emergency registered user`)

export const NAME = wordSet('name names nombre nombres nome nomes nom noms nama नाम الاسم اسم имя фио')
export const FULL = wordSet('full complete display completo complet lengkap vollstandiger पूरा الكامل كامل')
export const FIRST = wordSet('first given forename fname vorname prenom primer primeiro depan पहला प्रथम الاول الأول')
export const LAST =
  wordSet(`last family surname lname nachname familienname famille apellido apellidos sobrenome cognome
  ultimo belakang keluarga उपनाम कुलनाम सरनेम अंतिम العائلة الأخير اللقب фамилия`)
/** The employee of the vendor who is responsible for a contact: `Contact owner`, `Lead owner`. */
export const OWNER = wordSet('owner owners')
/** The number of an assistant does not reach the contact. */
export const ASSISTANT = wordSet('assistant assistants asst')
/** In these languages a column called just "name" beside one of these is the family name. */
export const FIRST_BESIDE_NAME = wordSet('vorname prenom')

/** With one of these a name is not the contact's full name, but that of a business, thing, place or other person. */
export const OTHER_NAME =
  wordSet(`company companies organization organisation org business firm firmen firma brand shop store outlet bank branch
  school college institute university department team class course subject product produkt item goods file datei user benutzer
  nutzer login host domain project property building street city town village district state area zone country campaign
  template event plan package deal scheme father mother parent guardian spouse husband wife nominee emergency
  owner owners agent executive manager salesperson salesman sales assigned referred referrer assistant assistants asst
  middle prefix suffix title phonetic yomi empresa tienda producto padre madre loja produto pai mae entreprise societe
  produit pere toko perusahaan produk ayah ibu कंपनी कम्पनी दुकान पिता माता पति उत्पाद
  شركة الشركة متجر المتجر منتج المنتج الأب الأم`)

/** People, but elsewhere other things as well; the cells decide. */
export const AMBIGUOUS_PERSON =
  wordSet(`party parties particulars details beneficiary beneficiaries passenger passengers employee employees tenant
  tenants subscriber subscribers applicant applicants candidate candidates attendee attendees participant participants
  delegate delegates donor donors voter voters devotee devotees holder insured policyholder resident residents borrower
  borrowers debtor debtors seller sellers supplier suppliers dealer dealers visitor visitors worker workers farmer farmers
  driver drivers doctor doctors teacher teachers pupil pupils trainee trainees
  paciente pacientes alumno alumnos inquilino empleado pasajero beneficiario aluno passageiro mieter mitglied schuler`)
/** Beside or instead of a word for a person: the cells contain text, but no names. */
export const OTHER_TEXT =
  wordSet(`type kind status stage source category level grade role job designation occupation profession position
  language nationality religion caste gender sex salutation notes note remarks remark comments comment reason feedback
  description message text address locality village region province landmark location place destination color colour
  size model website email mail url interest interests requirement service services brand make plan package membership
  segment tier tag tags priority`)

export const COUNTRY = wordSet('country countries pais pays negara देश الدولة دولة البلد بلد')
/** Beside or instead of the word for a country; the cells decide. */
export const AMBIGUOUS_COUNTRY = wordSet('land code codes codigo kode iso alpha')
/** Beside the word for a country: the country of an address. */
export const ADDRESS = wordSet('address mailing billing shipping default region')
export const LABEL =
  wordSet(`label labels tag tags group groups segment segments etiqueta etiquetas etiquette etiquettes
  categories categorias kategorien grupo grupos groupe groupes gruppe gruppen segmento segmentos grup kelompok लेबल टैग समूह
  وسم وسوم الوسوم مجموعة المجموعة مجموعات`)

/** Beside a label word: `Group membership`. */
export const MEMBERSHIP = wordSet('membership memberships')

/** Properties of a phone: a column with such a word and no cells is not treated as a phone column. */
export const PHONE_PROPERTY =
  wordSet(`type kind model brand code country verified status date time consent opt plan carrier
  operator provider network extension ext notes remarks label os valid area std name id email fax`)
/** Numbers of other things that may look like phone numbers. */
export const OTHER_NUMBER = wordSet(`order account acct invoice bill receipt id ids uid uuid ref reference tracking
  transaction txn utr ticket pin pincode zip zipcode postal postcode plz cep aadhaar aadhar pan passport gst gstin roll
  serial sr sl amount price cost total balance salary income qty quantity age year date dob birth birthday time
  timestamp created updated children employees employee count score imei barcode sku isbn card upi ifsc fax policy
  membership registration reg vehicle license licence batch lot iban bank tax vat ssn cpf cnpj rfc dni nif nik ktp curp
  voter case room flat house unit pedido commande bestellung cuenta conta compte konto factura facture fatura rechnung
  pesanan faktur rekening खाता ऑर्डर आधार حساب الحساب طلب الطلب فاتورة الفاتورة`)

const KNOWN = new Set(
  [
    PHONE,
    AMBIGUOUS_PHONE,
    NUMBER,
    CONTACT,
    PERSON,
    FILLER,
    QUALIFIER,
    NAME,
    FULL,
    FIRST,
    LAST,
    COUNTRY,
    AMBIGUOUS_COUNTRY,
    LABEL,
  ]
    .concat(PHONE_PROPERTY, OTHER_NUMBER)
    .flatMap((list) => [...list]),
)

export const hasKnownWord = (header: readonly string[]) => hasOneOf(header, KNOWN)

export const hasOneOf = (header: readonly string[], list: ReadonlySet<string>) => header.some((word) => list.has(word))

/** Whether all words are in the lists: one other word (`company name`) changes the meaning of the heading. */
export const hasOnly = (header: readonly string[], ...lists: readonly ReadonlySet<string>[]) =>
  header.every((word) => lists.some((list) => list.has(word)))
