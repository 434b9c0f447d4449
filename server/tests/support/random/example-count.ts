/**
 * How many examples a test tries. A mutation run (`npm run mutation`) repeats each test for hundreds of mutants, and
 * tries a twentieth.
 */
export const exampleCount = (count: number) => (process.env['MUTATION'] ? Math.ceil(count / 20) : count)
