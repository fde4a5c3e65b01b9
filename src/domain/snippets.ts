import { z } from 'zod'
import { requiredText } from './plain-text.ts'

/** A text that writers insert in others: a file in `snippets/`, which is no page. */
export const snippet = z.strictObject({
  name: z.string().describe('The path of its file in `snippets/`, without `.md`.'),
  title: z.string().describe('What the menu of blocks calls it.'),
  content: z.string().describe('Markdown.'),
})
export type Snippet = z.infer<typeof snippet>

/** The body of `POST /api/snippets`. */
export const newSnippet = z.strictObject({
  title: requiredText('Give the snippet a name').max(80, 'At most 80 characters'),
  content: z.string().refine((text) => text.trim() !== '', 'The snippet has no text'),
})

export const snippetSaved = snippet.extend({
  commit: z.string().nullable().describe('The commit that it made, for `POST /api/undo`.'),
})
export type SavedSnippet = z.infer<typeof snippetSaved>
