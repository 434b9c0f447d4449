import metadata from 'libphonenumber-js/max/metadata'

/** The country of a name or a three-letter code. Names are known in the languages below. */
export function countryNamed(text: string): string | undefined {
  names ??= collectNames()
  const words = wordsOf(text)
  return names.get(keyOf(words)) ?? names.get(keyOf(words.filter((word) => !TITLES.has(word))))
}

let names: ReadonlyMap<string, string> | undefined

/** Our synonyms take precedence over the names of each language, and English over other languages. */
function collectNames(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const add = (name: string | undefined, country: string) => {
    const key = keyOf(wordsOf(name ?? ''))
    if (key !== '' && !found.has(key)) found.set(key, country)
  }
  for (const [country, synonyms] of Object.entries(SYNONYMS))
    for (const name of synonyms.split(', ')) add(name, country)
  for (const pair of ALPHA_3.trim().split(/\s+/)) add(pair.slice(0, 3), pair.slice(4))
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const country of Object.keys(metadata.countries)) add(display.of(country), country)
  }
  return found
}

/** Neither order, case, accents nor small words matter: `Korea, Republic of` is `the Republic of Korea`. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\p{Cf}.]/gu, '')
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '' && !SMALL_WORDS.has(word))
    .map((word) => (word === 'st' ? 'saint' : word))

const keyOf = (words: readonly string[]) => words.toSorted().join(' ')

const SMALL_WORDS = new Set(['the', 'of', 'and'])
/**
 * Ignored if the name is not known with them. `Democratic` is not among them, because it distinguishes two pairs of
 * countries.
 */
const TITLES = new Set([
  'republic',
  'kingdom',
  'state',
  'states',
  'federal',
  'federated',
  'federation',
  'islamic',
  'sultanate',
  'principality',
  'plurinational',
  'bolivarian',
])

const LANGUAGES = ['en', 'hi', 'ur', 'bn', 'ta', 'te', 'mr', 'ar', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'id', 'tr', 'ru']

const SYNONYMS: Readonly<Record<string, string>> = {
  AE: 'UAE, Emirates',
  BA: 'Bosnia',
  BN: 'Brunei Darussalam',
  BQ: 'Bonaire, Bonaire Sint Eustatius and Saba',
  CD: 'DRC, DR Congo, Democratic Republic of the Congo, Congo Kinshasa',
  CG: 'Congo, Republic of the Congo, Congo Brazzaville',
  CI: 'Ivory Coast, Cote dIvoire',
  CN: "PRC, People's Republic of China, Mainland China",
  CV: 'Cabo Verde',
  CZ: 'Czech Republic',
  DO: 'Dominican Republic',
  FK: 'Falkland Islands (Malvinas), Falklands',
  GB: 'UK, Great Britain, Britain, England, Scotland, Wales, Northern Ireland, United Kingdom of Great Britain and Northern Ireland',
  HK: 'Hong Kong, Hong Kong SAR',
  IE: 'Eire',
  IN: 'Bharat, Hindustan',
  KG: 'Kyrgyz Republic',
  KP: "DPRK, Democratic People's Republic of Korea",
  KR: 'Korea, Republic of Korea, ROK',
  LA: "Lao, Lao PDR, Lao People's Democratic Republic",
  MF: 'Saint Martin (French part)',
  MK: 'Macedonia',
  MM: 'Burma, Myanmar',
  MO: 'Macau, Macao, Macau SAR, Macao SAR',
  NL: 'Holland',
  PS: 'Palestine',
  RU: 'Russian Federation',
  SA: 'KSA',
  SH: 'Saint Helena Ascension and Tristan da Cunha',
  SK: 'Slovak Republic',
  SX: 'Sint Maarten (Dutch part)',
  SY: 'Syrian Arab Republic',
  SZ: 'Swaziland',
  TL: 'East Timor',
  TR: 'Turkey',
  TW: 'Taiwan Province of China, Republic of China',
  TZ: 'United Republic of Tanzania',
  US: 'USA, EEUU, EUA, United States of America, America',
  VA: 'Vatican, Holy See, Holy See (Vatican City State)',
  VN: 'Viet Nam',
}

/** ISO 3166-1 alpha-3. */
const ALPHA_3 = `
  ABW:AW AFG:AF AGO:AO AIA:AI ALA:AX ALB:AL AND:AD ARE:AE ARG:AR ARM:AM ASM:AS ATG:AG AUS:AU AUT:AT AZE:AZ BDI:BI
  BEL:BE BEN:BJ BES:BQ BFA:BF BGD:BD BGR:BG BHR:BH BHS:BS BIH:BA BLM:BL BLR:BY BLZ:BZ BMU:BM BOL:BO BRA:BR BRB:BB
  BRN:BN BTN:BT BWA:BW CAF:CF CAN:CA CCK:CC CHE:CH CHL:CL CHN:CN CIV:CI CMR:CM COD:CD COG:CG COK:CK COL:CO COM:KM
  CPV:CV CRI:CR CUB:CU CUW:CW CXR:CX CYM:KY CYP:CY CZE:CZ DEU:DE DJI:DJ DMA:DM DNK:DK DOM:DO DZA:DZ ECU:EC EGY:EG
  ERI:ER ESH:EH ESP:ES EST:EE ETH:ET FIN:FI FJI:FJ FLK:FK FRA:FR FRO:FO FSM:FM GAB:GA GBR:GB GEO:GE GGY:GG GHA:GH
  GIB:GI GIN:GN GLP:GP GMB:GM GNB:GW GNQ:GQ GRC:GR GRD:GD GRL:GL GTM:GT GUF:GF GUM:GU GUY:GY HKG:HK HND:HN HRV:HR
  HTI:HT HUN:HU IDN:ID IMN:IM IND:IN IOT:IO IRL:IE IRN:IR IRQ:IQ ISL:IS ISR:IL ITA:IT JAM:JM JEY:JE JOR:JO JPN:JP
  KAZ:KZ KEN:KE KGZ:KG KHM:KH KIR:KI KNA:KN KOR:KR KWT:KW LAO:LA LBN:LB LBR:LR LBY:LY LCA:LC LIE:LI LKA:LK LSO:LS
  LTU:LT LUX:LU LVA:LV MAC:MO MAF:MF MAR:MA MCO:MC MDA:MD MDG:MG MDV:MV MEX:MX MHL:MH MKD:MK MLI:ML MLT:MT MMR:MM
  MNE:ME MNG:MN MNP:MP MOZ:MZ MRT:MR MSR:MS MTQ:MQ MUS:MU MWI:MW MYS:MY MYT:YT NAM:NA NCL:NC NER:NE NFK:NF NGA:NG
  NIC:NI NIU:NU NLD:NL NOR:NO NPL:NP NRU:NR NZL:NZ OMN:OM PAK:PK PAN:PA PER:PE PHL:PH PLW:PW PNG:PG POL:PL PRI:PR
  PRK:KP PRT:PT PRY:PY PSE:PS PYF:PF QAT:QA REU:RE ROU:RO RUS:RU RWA:RW SAU:SA SDN:SD SEN:SN SGP:SG SHN:SH SJM:SJ
  SLB:SB SLE:SL SLV:SV SMR:SM SOM:SO SPM:PM SRB:RS SSD:SS STP:ST SUR:SR SVK:SK SVN:SI SWE:SE SWZ:SZ SXM:SX SYC:SC
  SYR:SY TCA:TC TCD:TD TGO:TG THA:TH TJK:TJ TKL:TK TKM:TM TLS:TL TON:TO TTO:TT TUN:TN TUR:TR TUV:TV TWN:TW TZA:TZ
  UGA:UG UKR:UA URY:UY USA:US UZB:UZ VAT:VA VCT:VC VEN:VE VGB:VG VIR:VI VNM:VN VUT:VU WLF:WF WSM:WS YEM:YE ZAF:ZA
  ZMB:ZM ZWE:ZW
`
