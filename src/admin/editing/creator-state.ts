import type { ContentType } from '#domain/content.ts'
import type { DocumentKind } from '#domain/document/document-kinds.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import type { Vocabulary } from '#domain/site/vocabulary.ts'
import { type DraftValues, sameTag, valuesOf } from '../documents/draft-values.ts'
import type { EarlierAttempt, QueuedCreation } from '../documents/queue/outgoing.ts'
import { firstWords } from './choices.ts'

/** Kind of the stored drafts of new items, which are named locally. */
export const creatorKind = 'create-content'
/** Kind of the stored drafts of raw text for an existing item. */
export const inputKind = 'create-content-input'

/** Types that the creator offers (specification, section 3). */
const createdTypes = ['articles', 'news'] as const satisfies ReadonlyArray<ContentType>
export type CreatedType = (typeof createdTypes)[number]

export function isCreatedType(type: DocumentKind): type is CreatedType {
  return createdTypes.some((one) => one === type)
}

/** A picture uploaded in the input step. */
export interface CreatorPicture {
  url: string
  alt: string
  /** Suggested tags; null before they were requested. */
  suggested: Array<string> | null
}

/** State of the input step. */
export interface CreatorInput {
  raw: string
  /** The text before it was formatted; null after a later edit. */
  unformatted: string | null
  pictures: Array<CreatorPicture>
  /** Address of the selected picture, which becomes the featured image. */
  selected: string | null
  /** Chosen from the suggestions. */
  tags: Array<string>
}

/**
 * A new item. `created`: its creation, which is or was queued; `instead`: earlier attempts to
 * create it that may have succeeded.
 */
export interface NewItemState {
  base: DraftValues
  values: DraftValues
  created?: QueuedCreation
  instead?: ReadonlyArray<EarlierAttempt>
}

/**
 * State of the editing step. `base` are the unchanged values: the result of the analysis for a new
 * item, the loaded version of a saved one.
 */
export type CreatorEdit =
  | ({ kind: 'new' } & NewItemState)
  | { kind: 'saved'; base: DraftValues; values: DraftValues; id: number; revision: string }

/** Whether the item was sent, so that it may be on the site. */
export function wasSent(edit: CreatorEdit): boolean {
  return edit.kind === 'saved' || edit.created !== undefined || Boolean(edit.instead?.length)
}

/** State of the whole screen, as plain JSON. */
export interface CreatorState {
  phase: 'input' | 'editing'
  type: CreatedType
  input: CreatorInput
  /** Null before the first analysis. Kept while the input step is shown again. */
  edit: CreatorEdit | null
}

const emptyInput: CreatorInput = {
  raw: '',
  unformatted: null,
  pictures: [],
  selected: null,
  tags: [],
}

/** The initial state. */
export function emptyState(type: CreatedType): CreatorState {
  return { phase: 'input', type, input: emptyInput, edit: null }
}

/** The state of a blank page: the editing step of an item without any text. */
export function blankState(type: CreatedType, site?: Vocabulary): CreatorState {
  const values = emptyValues(type, site)
  return { ...emptyState(type), phase: 'editing', edit: { kind: 'new', base: values, values } }
}

/** Whether the state holds nothing that a person has written or chosen. */
export function isBlank({ type, input, edit }: CreatorState, site?: Vocabulary): boolean {
  if (hasInput(input)) return false
  return (
    edit === null ||
    (edit.kind === 'new' && !edit.created && sameValue(edit.values, emptyValues(type, site)))
  )
}

/** The address of a blank page. */
export function writeAddress(type: CreatedType): string {
  return `/admin/create-content?write=true&contentType=${type === 'news' ? 'news' : 'article'}`
}

/**
 * Values of a new item, with the defaults of section 9 of the specification, or the first words of
 * the site.
 */
export function emptyValues(type: CreatedType, site?: Vocabulary): DraftValues {
  return { ...valuesOf(type, {}, 'UTC'), ...firstWords(type, site) }
}

/**
 * Fields that this screen edits (specification, section 2); news items have no tags, slug or meta
 * description here.
 */
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

/** Appends an uploaded picture; the first one is selected. */
export function withPicture(input: CreatorInput, url: string, alt: string): CreatorInput {
  if (input.pictures.some((picture) => picture.url === url)) return input
  const pictures = [...input.pictures, { url, alt, suggested: null }]
  return { ...input, pictures, selected: input.selected ?? url }
}

/** Removes a picture. If it was selected, the first remaining one is (specification, section 2). */
export function withoutPicture(input: CreatorInput, url: string): CreatorInput {
  const pictures = input.pictures.filter((picture) => picture.url !== url)
  return {
    ...input,
    pictures,
    selected: input.selected === url ? (pictures[0]?.url ?? null) : input.selected,
  }
}

/** Updates the facts about a picture. */
export function withPictureFacts(
  input: CreatorInput,
  url: string,
  facts: Partial<CreatorPicture>,
): CreatorInput {
  return {
    ...input,
    pictures: input.pictures.map((picture) =>
      picture.url === url ? { ...picture, ...facts } : picture,
    ),
  }
}

/** Chooses a suggested tag, or removes a chosen one. */
export function withTagToggled(input: CreatorInput, tag: string): CreatorInput {
  const others = input.tags.filter((one) => !sameTag(one, tag))
  return { ...input, tags: others.length < input.tags.length ? others : [...input.tags, tag] }
}

/** Sets the raw text after an edit. */
export function withRaw(input: CreatorInput, raw: string): CreatorInput {
  return { ...input, raw, unformatted: null }
}

/** Sets the formatted text and keeps the former one for undo. */
export function withFormatted(input: CreatorInput, formatted: string): CreatorInput {
  return formatted === input.raw ? input : { ...input, raw: formatted, unformatted: input.raw }
}

/** Restores the text before formatting. */
export function withFormatUndone(input: CreatorInput): CreatorInput {
  return input.unformatted === null
    ? input
    : { ...input, raw: input.unformatted, unformatted: null }
}

/** Whether the input step contains something that leaving it would lose. */
export function hasInput({ raw, pictures, tags }: CreatorInput): boolean {
  return raw.trim() !== '' || pictures.length > 0 || tags.length > 0
}
