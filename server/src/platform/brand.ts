/** The mark on a grid of 32 by 32; the portal draws the same in components/brand/brand.tsx and public/favicon.svg. */
export const BRAND_COLOUR = '#0f766e'
export const BRAND_BUBBLE =
  'M10 1h12a9 9 0 0 1 9 9v8a9 9 0 0 1-9 9h-8.5l-6 4.3A1 1 0 0 1 6 30.5V26A9 9 0 0 1 1 18v-8a9 9 0 0 1 9-9z'
export const BRAND_LETTER = 'M14 7.5 11.2 20.5M22.8 7.5 20 20.5M6.5 14H21'
export const BRAND_GRID = 32
export const BRAND_STROKE = 3.4

/** For pages of the server. */
export const brandMark = (size: number) =>
  `<svg viewBox="0 0 ${BRAND_GRID} ${BRAND_GRID}" width="${size}" height="${size}" aria-hidden="true"><path fill="${BRAND_COLOUR}" d="${BRAND_BUBBLE}"/><path fill="none" stroke="#fff" stroke-width="${BRAND_STROKE}" stroke-linecap="round" d="${BRAND_LETTER}"/></svg>`
