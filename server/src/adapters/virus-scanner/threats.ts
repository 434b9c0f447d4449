/** The reasons shown for a quarantined file. The texts are part of the API and must not change. */
export const THREATS = {
  tooLarge: 'file too large',
  eicar: 'EICAR test file',
  executable: 'executable program',
  script: 'script',
  ole: 'OLE compound file',
  macro: 'macro',
  embeddedObject: 'embedded object',
  externalLink: 'external link',
  bomb: 'zip bomb',
  falseSizes: 'archive with incorrect sizes',
  falseDirectory: 'archive with an incorrect directory',
  overlap: 'archive with overlapping entries',
  duplicate: 'archive with duplicate names',
  unsafeName: 'archive with unsafe names',
  unknownMethod: 'archive that cannot be inspected',
  hiddenArchive: 'archive hidden behind other content',
  documentType: 'XML document type declaration',
  oddEncoding: 'XML in an unusual encoding',
} as const

export type Threat = (typeof THREATS)[keyof typeof THREATS]
