import metadata from 'libphonenumber-js/max/metadata'
import { describe, expect, test } from 'vitest'
import { callingCodeOf, countriesOf, isCountry, readCountry } from './country.ts'

const COUNTRIES = Object.keys(metadata.countries).filter(isCountry)

describe('a cell of the country column', () => {
  test.each([
    ['IN', 'IN'],
    [' in ', 'IN'],
    ['IND', 'IN'],
    ['india', 'IN'],
    ['INDIA (+91)', 'IN'],
    ['Bharat', 'IN'],
    ['भारत', 'IN'],
    ['+91', 'IN'],
    ['91', 'IN'],
    ['0091', 'IN'],
    ['UK', 'GB'],
    ['U.K.', 'GB'],
    ['England', 'GB'],
    ['+44', 'GB'],
    ['USA', 'US'],
    ['U.S.A.', 'US'],
    ['the United States of America', 'US'],
    ['1', 'US'],
    ['UAE', 'AE'],
    ['الإمارات العربية المتحدة', 'AE'],
    ['Deutschland', 'DE'],
    ['ALLEMAGNE', 'DE'],
    ['Côte d’Ivoire', 'CI'],
    ["Cote d'Ivoire", 'CI'],
    ['Korea, Republic of', 'KR'],
    ["Democratic People's Republic of Korea", 'KP'],
    ['Congo, The Democratic Republic of the', 'CD'],
    ['Republic of the Congo', 'CG'],
    ['Trinidad and Tobago', 'TT'],
    ['Trinidad & Tobago', 'TT'],
    ['St Lucia', 'LC'],
    ['Saint Lucia', 'LC'],
    ['Togo', 'TG'],
    ['टोंगा', 'TO'],
    ['ＩＮ', 'IN'],
    ['\u200bIndia\u00a0', 'IN'],
  ])('%j is %s', (cell, country) => expect(readCountry(cell)).toBe(country))

  test.each([
    '',
    '-',
    'N/A',
    'none',
    'Mumbai',
    '999',
    '+800',
    'AQ',
    'ATA',
    'XX',
    'constructor',
    '__proto__',
    '9876543210',
    '+91/+44',
    'no. 91',
  ])('%j is not a country with telephones', (cell) => expect(readCountry(cell)).toBeUndefined())

  test('every country is found by its code and by its name in English, Hindi, Arabic, German, French and Spanish', () => {
    for (const language of ['en', 'hi', 'ar', 'de', 'fr', 'es']) {
      const names = new Intl.DisplayNames(language, { type: 'region' })
      for (const country of COUNTRIES)
        expect(readCountry(names.of(country) ?? ''), `${language} ${country}`).toBe(country)
    }
    for (const country of COUNTRIES) expect(readCountry(country.toLowerCase())).toBe(country)
  })

  test.each([
    ['Kingdom of Bahrain', 'BH'],
    ['Sultanate of Oman', 'OM'],
    ['Principality of Monaco', 'MC'],
    ['Plurinational State of Bolivia', 'BO'],
    ['Bolivarian Republic of Venezuela', 'VE'],
    ['Federated States of Micronesia', 'FM'],
    ['Federal Republic of Germany', 'DE'],
    ['Federation of Saint Kitts and Nevis', 'KN'],
    ['Islamic Republic of Iran', 'IR'],
    ['State of Qatar', 'QA'],
  ])('%j is known by its official name: %s', (cell, country) => expect(readCountry(cell)).toBe(country))

  test.each(
    `Emirates=AE, Bosnia=BA, Brunei Darussalam=BN, Bonaire=BQ, DR Congo=CD, Congo Brazzaville=CG, Ivory Coast=CI,
    Mainland China=CN, Cabo Verde=CV, Czech Republic=CZ, Dominican Republic=DO, Falklands=FK, Great Britain=GB,
    Hong Kong SAR=HK, Eire=IE, Hindustan=IN, Kyrgyz Republic=KG, DPRK=KP, ROK=KR, Lao PDR=LA,
    Saint Martin (French part)=MF, Macedonia=MK, Burma=MM, Macao SAR=MO, Holland=NL, Palestine=PS,
    Russian Federation=RU, KSA=SA, Saint Helena Ascension and Tristan da Cunha=SH, Slovak Republic=SK,
    Sint Maarten (Dutch part)=SX, Syrian Arab Republic=SY, Swaziland=SZ, East Timor=TL, Turkey=TR,
    Republic of China=TW, United Republic of Tanzania=TZ, EEUU=US, Holy See=VA, Viet Nam=VN`
      .split(/,\s+/)
      .map((pair) => pair.split('=')),
  )('%j, as address books say it, is %s', (cell = '', country = '') => expect(readCountry(cell)).toBe(country))

  test('every calling code is a country under that code', () => {
    for (const country of COUNTRIES) {
      const callingCode = callingCodeOf(country)
      const found = readCountry(`+${callingCode}`)
      expect(countriesOf(callingCode)).toContain(country)
      expect(found && callingCodeOf(found)).toBe(callingCode)
    }
  })
})

test('a country is its two capital letters and nothing else', () => {
  expect(['IN', 'US', 'XK'].every(isCountry)).toBe(true)
  expect(['in', 'IND', '', '001', 'AQ', 'toString'].some(isCountry)).toBe(false)
})
