import { EnvError } from './env-error.ts'

/** Reads a whole number. Throws `EnvError` when it is none, or outside of its bounds. */
export function readWhole(name: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && number <= most) return number
  throw new EnvError(
    `${name} must be a whole number from ${least} to ${most}, and '${text}' is not.`,
  )
}
