import { parseArgs } from 'node:util'

const { values } = parseArgs({ strict: false, options: { seed: { type: 'string' } } })

/** Whether the steps of one run are repeated. */
export const isSeedGiven = typeof values.seed === 'string'

/** The seed of random steps, and of the first of several runs. */
export const seed = isSeedGiven ? Number(values.seed) : Math.floor(Math.random() * 2 ** 31)
