/** Never ends with half a surrogate pair. */
export const cutAt = (text: string, charsMax: number) =>
  text.length > charsMax ? text.slice(0, charsMax).replace(/\p{Surrogate}$/u, '') : text
