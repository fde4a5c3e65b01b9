import { HttpError } from './http-error.ts'

/** An id of an address: digits only. Throws HttpError 400. */
export function readId(text: string): number {
  if (!/^\d+$/.test(text)) throw new HttpError(400, `An id is a whole number, and '${text.slice(0, 40)}' is not.`)
  return Number(text)
}
