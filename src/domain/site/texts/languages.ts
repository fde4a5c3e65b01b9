import { german } from './de.ts'
import type { Texts } from './en.ts'

/** The languages of the public pages besides English. Another one is a file beside `de.ts` and an entry here. */
export const languages: Readonly<Record<string, Texts>> = { de: german }
