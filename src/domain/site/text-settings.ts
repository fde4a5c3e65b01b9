import { z } from 'zod'
import { english, type TextKey, type Texts } from './texts/en.ts'
import { serverEnglish } from './texts/en-server.ts'

/** Every text of the public site, in English. */
export const everyEnglish: Texts = { ...english, ...serverEnglish }

const keys = Object.keys(everyEnglish) as [TextKey, ...Array<TextKey>]

/** `texts` of `site.yaml`: own words in place of any text of the public pages. */
export const siteTexts = z
  .partialRecord(
    z.enum(keys, 'There is no such text'),
    z.string().trim().min(1, 'A text can not be empty').max(500),
  )
  .describe('Own words in place of those of the public pages; a word in braces stands for a value.')
