/** For a test that starts and kills many processes, or repeats a race hundreds of times: minutes, on a busy machine more. */
export const FAULT_RUN_MS = 10 * 60_000
