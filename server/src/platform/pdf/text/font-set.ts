import { readFileSync } from 'node:fs'
import subsetFont from 'subset-font'
import {
  BASE_FONT_FILES,
  type CjkFamily,
  type FontSlice,
  readSlice,
  slicesFor,
  WEIGHT_VALUES,
  type Weight,
} from './font-catalogue.ts'
import { FontFace } from './font-face.ts'

/** Faces stay loaded in their thread for later documents. A Chinese address needs about fifteen. */
const CACHED_FACES_MAX = 60
const cachedFaces = new Map<string, FontFace>()

const baseFaces = new Map<Weight, FontFace>()
function baseFace(weight: Weight): FontFace {
  const known = baseFaces.get(weight)
  if (known) return known
  const face = new FontFace(`NotoSans-${weight}`, readFileSync(BASE_FONT_FILES[weight]))
  baseFaces.set(weight, face)
  return face
}

/** Decompresses a variable font and sets its weight. */
async function loadFace(slice: FontSlice, weight: Weight): Promise<FontFace> {
  const trueType = await subsetFont(readSlice(slice), '', {
    targetFormat: 'truetype',
    variationAxes: { wght: WEIGHT_VALUES[weight] },
    keepAllGlyphs: true,
    noHinting: true,
  })
  return new FontFace(faceName(slice, weight), trueType)
}

const faceName = (slice: FontSlice, weight: Weight) => `${slice.name}-${weight}`

/**
 * The fonts of one document. Drawing is synchronous and loading is not: a face that is not loaded yet is recorded, and
 * the document is drawn again after loading.
 */
export class FontSet {
  private readonly faces = new Map<string, FontFace>()
  private readonly missing = new Map<string, () => Promise<FontFace>>()
  private readonly cjk: CjkFamily

  constructor(cjk: CjkFamily) {
    this.cjk = cjk
  }

  base(weight: Weight): FontFace {
    return baseFace(weight)
  }

  /** Undefined when no font has the character, or its font is not loaded yet. */
  faceFor(codePoint: number, weight: Weight): FontFace | undefined {
    const base = baseFace(weight)
    if (base.has(codePoint)) return base
    for (const slice of slicesFor(codePoint, this.cjk)) {
      const name = faceName(slice, weight)
      const face = this.faces.get(name)
      if (!face) {
        this.missing.set(name, () => loadFace(slice, weight))
        return undefined
      }
      if (face.has(codePoint)) return face
    }
    return undefined
  }

  /** Loads the faces that were missing. Returns false when there were none. */
  async loadMissing(): Promise<boolean> {
    const missing = [...this.missing]
    this.missing.clear()
    for (const [name, load] of missing) {
      const face = cachedFaces.get(name) ?? (await load())
      this.faces.set(name, face)
      cachedFaces.delete(name)
      cachedFaces.set(name, face)
    }
    for (const name of [...cachedFaces.keys()].slice(0, -CACHED_FACES_MAX)) cachedFaces.delete(name)
    return missing.length > 0
  }
}
