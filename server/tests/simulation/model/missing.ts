/** A step of a shrunk walk names something that a step left out would have made: it is left out too. */
export class Missing extends Error {
  override name = 'Missing'
}
