import classes from './brand.module.css'

/** A message bubble with a running H; its crossbar trails behind like the courier's path. Also in public/favicon.svg. */
const BUBBLE = 'M10 1h12a9 9 0 0 1 9 9v8a9 9 0 0 1-9 9h-8.5l-6 4.3A1 1 0 0 1 6 30.5V26A9 9 0 0 1 1 18v-8a9 9 0 0 1 9-9z'
const LETTER = 'M14 7.5 11.2 20.5M22.8 7.5 20 20.5M6.5 14H21'

/** The name in letters of our own, so that it looks the same in every browser and font. */
const NAME = [
  'M2 3v19M2 15.5a5 5 0 0 1 10 0V22',
  'M29 10v12M29 16a6 6 0 1 1-12 0 6 6 0 0 1 12 0z',
  'M35 10v12M35 16a6 6 0 0 1 5.5-6',
  'M45 3v19M53 10l-8 7M48 14.5l5.5 7.5',
  'M69 10v12M69 16a6 6 0 1 1-12 0 6 6 0 0 1 12 0z',
  'M75 10v12M75 16a6 6 0 0 1 5.5-6',
  'M95 10v12M95 16a6 6 0 1 1-12 0 6 6 0 0 1 12 0z',
].join('')

/** The mark alone. Decorative: the name stands beside it or is the link's label. */
export const BrandMark = ({ size = 28 }: { size?: number }) => (
  <svg className={classes.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <path className={classes.bubble} d={BUBBLE} />
    <path className={classes.letter} d={LETTER} />
  </svg>
)

/** Mark and name. */
export const Brand = ({ size = 28 }: { size?: number }) => (
  <span className={classes.brand}>
    <BrandMark size={size} />
    <svg height={size * 0.62} viewBox="0 1 97 23" role="img" aria-label="Harkara">
      <path className={classes.name} d={NAME} />
    </svg>
  </span>
)
