import { z } from 'zod'
import { contentTypes } from './content.ts'
import { fileKinds } from './document/document-kinds.ts'
import { positiveInt } from './value-schemas.ts'

/** A document that somebody has open, and where they are in it. */
const openDocument = z.strictObject({
  kind: z.enum([...contentTypes, ...fileKinds]),
  item: z.string().max(150).describe('The id of the item, or the name of the form.'),
  editing: z.boolean().describe('Something is typed and not saved.'),
  at: z
    .strictObject({
      article: positiveInt.nullable().describe('The article of an issue.'),
      paragraph: positiveInt,
    })
    .nullable()
    .describe('The place of the caret in the text, counted from 1.'),
})
export type OpenDocument = z.infer<typeof openDocument>
export type DocumentName = Pick<OpenDocument, 'kind' | 'item'>

/** More than these would be too long for one message between servers. */
export const mostOpen = 3

/** What a tab has open; sent again as long as it is. */
export const presenceSign = z.strictObject({
  tab: z.string().min(1).max(64).describe('A random name of the tab.'),
  open: z.array(openDocument).max(mostOpen).describe('What it has open; empty when it is left.'),
})

/** Somebody else, or the same person in another browser, with a document open. */
export const present = openDocument.extend({
  name: z.string().nullable().describe('Null for yourself in another browser.'),
})
export type Present = z.infer<typeof present>

/** Who has a document open: 'Ben is editing, paragraph 3'. Each person once. */
export function presentWords(people: ReadonlyArray<Present>): string {
  const byName = new Map<string | null, Present>()
  for (const one of people) {
    const before = byName.get(one.name)
    if (!before || (one.at && !before.at)) byName.set(one.name, one)
  }
  return [...byName.values()].map(sentenceOf).join('; ')
}

/** The same without what changes while they write. */
export const presentNames = (people: ReadonlyArray<Present>) =>
  presentWords(people.map((one) => ({ ...one, editing: false, at: null })))

function sentenceOf({ name, editing, at }: Present): string {
  const who = name === null ? 'You' : name
  const where = name === null ? ' on another device' : ''
  if (!at && !editing) return `${who} ${name === null ? 'have' : 'has'} this open${where}`
  const article = at?.article ? `, article ${at.article}` : ''
  const paragraph = at ? `, paragraph ${at.paragraph}` : ''
  return `${who} ${name === null ? 'are' : 'is'} editing${where}${article}${paragraph}`
}
