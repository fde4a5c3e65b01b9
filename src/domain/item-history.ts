import { z } from 'zod'
import { positiveInt } from './value-schemas.ts'

/**
 * Where a version comes from: a save in the admin, a commit with git, a merge with the remote, or
 * an older version that was restored.
 */
export const origins = ['admin', 'git', 'sync', 'restore'] as const
export type Origin = (typeof origins)[number]

/** Kinds of blocks as readers see them. */
const blockKinds = ['paragraph', 'heading', 'row', 'code', 'rule', 'source'] as const

const countedBlocks = z.strictObject({
  change: z.enum(['changed', 'added', 'removed', 'moved']),
  kind: z.enum([...blockKinds, 'item']).describe('`item`: of a list.'),
  count: positiveInt,
})
export type CountedBlocks = z.infer<typeof countedBlocks>

/** What a commit did to an item. */
export const itemChange = z.strictObject({
  kind: z.enum(['created', 'edited', 'deleted']),
  fields: z.array(z.string()).describe('The names of the changed fields.'),
  blocks: z
    .array(countedBlocks)
    .nullable()
    .describe(
      'The changed blocks of the text, counted by kind; null when the texts are too long to compare.',
    ),
  moved: z.boolean().describe('Whether the file has another path.'),
})
export type ItemChange = z.infer<typeof itemChange>

export const origin = z.enum(origins)

const run = z.strictObject({
  text: z.string(),
  marks: z.array(z.enum(['strong', 'emphasis', 'delete', 'underline', 'highlight', 'code'])),
  href: z.string().optional(),
  picture: z.string().optional(),
  change: z.enum(['same', 'added', 'removed']),
})

/** A block of both texts of a comparison, or a number of unchanged ones that are left out. */
const comparedBlock = z.union([
  z.strictObject({
    kind: z.enum(blockKinds),
    depth: z.int(),
    indent: z.int(),
    quotes: z.int(),
    bullet: z.string(),
    change: z.enum(['same', 'changed', 'added', 'removed', 'moved', 'left']),
    runs: z.array(run),
  }),
  z.strictObject({ change: z.literal('hidden'), count: z.int() }),
])

/** The changed fields with both values, and the text as readers see it with its changes. */
export const comparison = z.strictObject({
  fields: z.array(
    z.strictObject({
      name: z.string(),
      before: z.unknown().optional(),
      after: z.unknown().optional(),
    }),
  ),
  text: z.array(comparedBlock).nullable().describe('Null when the texts are too long to compare.'),
})

const verbs = { changed: '', added: ' added', removed: ' removed', moved: ' moved' } as const

const nouns: Readonly<Record<CountedBlocks['kind'], readonly [string, string]>> = {
  paragraph: ['paragraph', 'paragraphs'],
  heading: ['heading', 'headings'],
  item: ['list item', 'list items'],
  row: ['table row', 'table rows'],
  code: ['code block', 'code blocks'],
  rule: ['line', 'lines'],
  source: ['block of source', 'blocks of source'],
}

/** A change in words: '2 paragraphs, title'. `labelOf` names a field. */
export function changeInWords(
  { kind, fields, blocks, moved }: ItemChange,
  labelOf: (field: string) => string,
): string {
  if (kind === 'created') return 'Created'
  if (kind === 'deleted') return 'Deleted'
  const texts =
    blocks === null
      ? ['the text']
      : blocks.map(
          ({ change, kind: block, count }) =>
            `${count} ${nouns[block][count === 1 ? 0 : 1]}${verbs[change]}`,
        )
  const said = [
    ...texts,
    ...fields.map((field) => inSentence(labelOf(field))),
    ...(moved ? ['place of the file'] : []),
  ]
  const whole = said.length > 0 ? said.join(', ') : 'how the file is written'
  return whole[0]!.toUpperCase() + whole.slice(1)
}

/** A label within a sentence; 'SEO' and 'URL' stay as they are. */
function inSentence(label: string): string {
  return label.replace(/\b[A-Z](?![A-Z])/g, (letter) => letter.toLowerCase())
}
