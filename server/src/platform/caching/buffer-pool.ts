/**
 * Memory that goes to a thread, comes back filled, and is kept for the next one. Left to the garbage collector, which
 * counts it but cannot see that it is the same every time, it would have the whole heap looked through every few chunks.
 */
export class BufferPool {
  private readonly spare: Uint8Array[] = []
  private readonly countMax: number
  private readonly bytesMax: number

  constructor(countMax: number, bytesMax: number) {
    this.countMax = countMax
    this.bytesMax = bytesMax
  }

  take = (): Uint8Array | undefined => this.spare.pop()

  /** Of what a thread handed over, once nobody reads it any more. */
  giveBack({ buffer }: Uint8Array) {
    if (this.spare.length < this.countMax && buffer.byteLength <= this.bytesMax) this.spare.push(new Uint8Array(buffer))
  }
}
