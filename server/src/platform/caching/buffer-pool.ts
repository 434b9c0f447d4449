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

  /** Returns the buffer that a thread transferred, once its contents are no longer read. */
  giveBack({ buffer }: Uint8Array) {
    if (this.spare.length < this.countMax && buffer.byteLength <= this.bytesMax) this.spare.push(new Uint8Array(buffer))
  }
}
