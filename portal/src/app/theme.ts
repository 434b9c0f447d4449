import { createTheme, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core'
import { t } from '../format/translate.ts'

/** Vendors and operators have different accent colours, so that the areas are not confused. */
const teal: MantineColorsTuple = [
  '#eefbf8',
  '#d5f3ec',
  '#aae6da',
  '#77d5c5',
  '#45bfad',
  '#1fa493',
  '#0f8578',
  '#0f766e',
  '#115e58',
  '#134e4a',
]
const plum: MantineColorsTuple = [
  '#faf4fd',
  '#f1e3f8',
  '#e1c5ef',
  '#cda0e3',
  '#b778d3',
  '#9f55bf',
  '#8a3fab',
  '#773394',
  '#612a78',
  '#50255f',
]

/** Tinted greys that match the page's background. */
const dark: MantineColorsTuple = [
  '#d9dde2',
  '#b6bcc4',
  '#828a94',
  '#697079',
  '#41464c',
  '#373c42',
  '#2d3136',
  '#222529',
  '#1b1d20',
  '#131517',
]

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif"

const shared = {
  colors: { teal, plum, dark },
  primaryShade: 7,
  fontFamily: FONT,
  headings: {
    fontFamily: FONT,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.875rem', lineHeight: '1.2' },
      h2: { fontSize: '1.5rem', lineHeight: '1.25' },
      h3: { fontSize: '1.25rem', lineHeight: '1.3' },
      h4: { fontSize: '1.0625rem', lineHeight: '1.4' },
      h5: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  autoContrast: true,
  // Keyed by name instead of `Component.extend`, so that the entry bundle does not include these components.
  components: {
    CloseButton: { defaultProps: () => ({ 'aria-label': t('Close') }) },
    Anchor: { defaultProps: { underline: 'always' } },
    // The alert's own colour has too little contrast for a title.
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
    // The focus placeholder has no role, so screen readers would announce an empty menu.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
} as const satisfies MantineThemeOverride

export const vendorTheme = createTheme({ ...shared, primaryColor: 'teal' })
export const operatorTheme = createTheme({ ...shared, primaryColor: 'plum' })
