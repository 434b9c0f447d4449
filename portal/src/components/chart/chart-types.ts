/** Tones are told apart by lightness and, in lines, by their dashes, so that nobody has to know the colour. */
export type SeriesTone = 'main' | 'second' | 'muted' | 'bad'

export interface Series {
  name: string
  tone: SeriesTone
}

export interface Point {
  /** On the axis and in the tooltip. */
  label: string
  /** A longer name for the tooltip. */
  title?: string
  /** In the order of the series. */
  values: readonly number[]
}

export interface ChartProps {
  label: string
  points: readonly Point[]
  series: readonly Series[]
  height: number
  format: (value: number) => string
  /** Shorter than in the tooltip, for example without decimals. */
  formatTick?: (value: number) => string
}

/** Where a chart draws: the area inside the axes, in pixels. */
export interface Plot {
  left: number
  right: number
  top: number
  bottom: number
  x: (index: number) => number
  y: (value: number) => number
  /** The width of one column with its gap. */
  band: number
}
