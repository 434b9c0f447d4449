/** The used parts of packages without types. */
declare module 'bidi-js' {
  interface EmbeddingLevels {
    levels: Uint8Array
    paragraphs: { start: number; end: number; level: number }[]
  }
  interface Bidi {
    getEmbeddingLevels(text: string, direction?: 'ltr' | 'rtl'): EmbeddingLevels
    /** `end` is inclusive. */
    getReorderedIndices(text: string, levels: EmbeddingLevels, start: number, end: number): number[]
  }
  const createBidi: () => Bidi
  export = createBidi
}

declare module 'linebreak' {
  class LineBreaker {
    constructor(text: string)
    nextBreak(): { position: number; required: boolean } | null
  }
  export = LineBreaker
}

declare module 'subset-font' {
  const subsetFont: (
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'truetype'
      variationAxes: Record<string, number>
      keepAllGlyphs: boolean
      noHinting: boolean
    },
  ) => Promise<Uint8Array>
  export = subsetFont
}

declare module 'fontkit' {
  export function create(font: Uint8Array): object
}

declare module 'fontverter' {
  export function convert(font: Uint8Array, format: 'truetype'): Promise<Uint8Array>
}
