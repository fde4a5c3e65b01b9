import type { ContentType } from '#domain/content.ts'
import type { QueuedCreation } from '../offline/queue/outgoing.ts'
import { type DraftValues, sameTag, valuesOf } from './draft-values.ts'

/** The kind of drafts of new content. What has no id yet is stored under a name of this browser's own. */
export const creatorKind = 'create-content'
/** The kind of drafts of raw text that was typed over an item. */
export const inputKind = 'create-content-input'

/** What the creator offers (specification, section 3). */
export type CreatedType = Exclude<ContentType, 'newsletters'>

/** A picture that was uploaded in the input step. */
export interface CreatorPicture {
  url: string
  alt: string
  /** The tags that were suggested for it; null before they were asked for. */
  suggested: Array<string> | null
}

/** What the input step holds. */
export interface CreatorInput {
  raw: string
  /** The text before it was formatted, as long as nothing was typed since. */
  unformatted: string | null
  pictures: Array<CreatorPicture>
  /** The address of the selected picture: it becomes the featured one. */
  selected: string | null
  /** Taken from the suggestions. */
  tags: Array<string>
}

/** An item that does not exist yet. `instead`: what was sent of it, or taken back out of the queue, and may have been made unseen. */
export interface BegunItem {
  base: DraftValues
  values: DraftValues
  created?: QueuedCreation
  instead?: ReadonlyArray<QueuedCreation>
}

/** What the editing step holds. `base` is what counts as unchanged: the analysis of a new item, the loaded version of a saved one. */
export type CreatorEdit =
  | ({ kind: 'new' } & BegunItem)
  | { kind: 'saved'; base: DraftValues; values: DraftValues; id: number; revision: string }

/** Everything of the screen as plain JSON. */
export interface CreatorState {
  phase: 'input' | 'editing'
  type: CreatedType
  input: CreatorInput
  /** Null before the first analysis. Stays while one is back in the input step. */
  edit: CreatorEdit | null
}

const emptyInput: CreatorInput = { raw: '', unformatted: null, pictures: [], selected: null, tags: [] }

/** Where the screen begins. */
export function emptyState(type: CreatedType): CreatorState {
  return { phase: 'input', type, input: emptyInput, edit: null }
}

/** The fields of an item that does not exist yet, with the defaults of the specification's section 9. */
export function emptyValues(type: CreatedType): DraftValues {
  return { ...valuesOf(type, {}, 'UTC'), category: type === 'news' ? 'news' : 'workflow' }
}

/** What of an item this screen edits (specification, section 2): tags, slug, meta description and the like are of articles only. */
export const creatorFields: Readonly<Record<CreatedType, ReadonlyArray<keyof DraftValues>>> = {
  articles: [
    'title',
    'slug',
    'excerpt',
    'content',
    'metaDescription',
    'category',
    'tags',
    'readTime',
    'featured',
    'techniqueLevel',
    'abletonVersion',
    'imageUrl',
    'imageAlt',
  ],
  news: ['title', 'excerpt', 'content', 'category', 'imageUrl', 'imageAlt'],
}

/** With an uploaded picture at the end; the first one is selected. */
export function withPicture(input: CreatorInput, url: string, alt: string): CreatorInput {
  if (input.pictures.some((picture) => picture.url === url)) return input
  const pictures = [...input.pictures, { url, alt, suggested: null }]
  return { ...input, pictures, selected: input.selected ?? url }
}

/** Without a picture. If it was the selected one, the first that is left is selected, or none (specification, section 2). */
export function withoutPicture(input: CreatorInput, url: string): CreatorInput {
  const pictures = input.pictures.filter((picture) => picture.url !== url)
  return { ...input, pictures, selected: input.selected === url ? (pictures[0]?.url ?? null) : input.selected }
}

/** With other facts about one picture. */
export function withPictureFacts(input: CreatorInput, url: string, facts: Partial<CreatorPicture>): CreatorInput {
  return {
    ...input,
    pictures: input.pictures.map((picture) => (picture.url === url ? { ...picture, ...facts } : picture)),
  }
}

/** With a suggested tag taken, or given back when it was taken already. */
export function withTagToggled(input: CreatorInput, tag: string): CreatorInput {
  const others = input.tags.filter((one) => !sameTag(one, tag))
  return { ...input, tags: others.length < input.tags.length ? others : [...input.tags, tag] }
}

/** With other raw text, typed by hand. */
export function withRaw(input: CreatorInput, raw: string): CreatorInput {
  return { ...input, raw, unformatted: null }
}

/** With the text in clean Markdown, which can be undone. */
export function withFormatted(input: CreatorInput, formatted: string): CreatorInput {
  return formatted === input.raw ? input : { ...input, raw: formatted, unformatted: input.raw }
}

/** With the text as it was before it was formatted. */
export function withFormatUndone(input: CreatorInput): CreatorInput {
  return input.unformatted === null ? input : { ...input, raw: input.unformatted, unformatted: null }
}

/** Whether something would be lost if the input step were left. */
export function hasInput({ raw, pictures, tags }: CreatorInput): boolean {
  return raw.trim() !== '' || pictures.length > 0 || tags.length > 0
}
