import { z } from 'zod'
import { english, type TextKey } from './texts/en.ts'

const keys = Object.keys(english) as [TextKey, ...Array<TextKey>]

/** `texts` of `site.yaml`: own words in place of any text of the public pages. */
export const siteTexts = z
  .partialRecord(z.enum(keys, 'There is no such text'), z.string().trim().min(1, 'A text can not be empty').max(500))
  .describe('Own words in place of those of the public pages; a word in braces stands for a value.')
