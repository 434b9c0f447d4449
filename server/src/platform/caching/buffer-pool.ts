/**
 * Reuses the buffers that are transferred to threads and back. Without it every chunk would allocate a new one, and the
 * external memory would trigger a full garbage collection every few chunks.
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

  /** Returns a buffer that a thread has transferred, when its contents are no longer needed. */
  giveBack({ buffer }: Uint8Array) {
    if (this.spare.length < this.countMax && buffer.byteLength <= this.bytesMax) this.spare.push(new Uint8Array(buffer))
  }
}
