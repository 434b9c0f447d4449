// Loaded before the product. The machine's clock is off by JUMP_MS, from the start or, if JUMP_AT is SIGUSR2, from that
// signal on, as when somebody sets it.

const MachineDate = Date
const jumpMs = Number(process.env['JUMP_MS'])
let aheadMs = 0

globalThis.Date = class extends MachineDate {
  constructor(...parts: [] | [string]) {
    if (parts.length === 0) super(MachineDate.now() + aheadMs)
    else super(...parts)
  }

  static override now() {
    return MachineDate.now() + aheadMs
  }
} as DateConstructor

if (process.env['JUMP_AT'] === 'SIGUSR2')
  process.on('SIGUSR2', () => {
    aheadMs = jumpMs
    process.stdout.write('the clock was set\n')
  })
else aheadMs = jumpMs
