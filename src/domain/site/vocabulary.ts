import { liveVersionLabel } from '../article-labels.ts'
import { abletonVersions, manageVersions, techniqueLevels } from '../item/vocabulary.ts'
import { type CategorySet, ownCategories, specifiedCategories } from './category-set.ts'
import { type Subject, subjectOf } from './subject.ts'
import type { VocabularySettings } from './vocabulary-settings.ts'

/** The levels of articles. */
export interface LevelSet {
  keys: ReadonlyArray<string>
  label(key: string): string
  /** The position of a level from 1; 0 for an unknown one. */
  number(key: string): number
}

/** The versions that articles name. */
export interface VersionSet {
  /** Whether any text is one. */
  isFree: boolean
  /** All that are no surprise in a file. */
  known: ReadonlyArray<string>
  /** Those that the admin offers. */
  offered: ReadonlyArray<string>
  label(version: string): string
}

/** The words that items of a site may have. */
export interface Vocabulary {
  categories: CategorySet
  levels: LevelSet
  versions: VersionSet
  /** Equal for vocabularies that read every file in the same way. */
  fingerprint: string
}

const specifiedLevels = levelSet(techniqueLevels)
const specifiedVersions: VersionSet = {
  isFree: false,
  known: abletonVersions,
  offered: manageVersions,
  label: liveVersionLabel,
}

/** The words of the specification. */
export const specifiedVocabulary: Vocabulary = {
  categories: specifiedCategories,
  levels: specifiedLevels,
  versions: specifiedVersions,
  fingerprint: '',
}

/**
 * The levels and versions of a site that lists none: those of the specification, or none at all.
 */
const defaultWords: Readonly<Record<Subject, Pick<VocabularySettings, 'levels' | 'versions'>>> = {
  default: {},
  own: { levels: [], versions: [] },
}

/**
 * The words that `site.yaml` gives, and those of the specification where it gives none. `keyOf`
 * spells the former names of categories, which the browser doesn't read: its tables are large.
 */
export function vocabularyOf(
  settings: VocabularySettings,
  keyOf: (label: string) => string = String,
): Vocabulary {
  const { categories, formerCategories } = settings
  const subject = subjectOf(settings)
  const { levels = defaultWords[subject].levels, versions = defaultWords[subject].versions } =
    settings
  if (!categories && !levels && !versions && !formerCategories) return specifiedVocabulary
  const own = categories
    ? ownCategories(categories, { design: designOf(categories), subject })
    : specifiedCategories
  const former = new Map(Object.entries(formerCategories ?? {}))
  return {
    // A category is also known by the names that it had before.
    categories: {
      ...own,
      normalize: (text) => own.normalize(text) ?? own.normalize(former.get(keyOf(text)) ?? ''),
    },
    levels: levels ? levelSet(levels) : specifiedLevels,
    versions: versions ? ownVersions(versions, subject) : specifiedVersions,
    fingerprint: JSON.stringify([
      categories?.map(({ key, label }) => [key, label]),
      levels,
      versions,
      formerCategories,
    ]),
  }
}

function levelSet(given: ReadonlyArray<Parameters<typeof levelOf>[0]>): LevelSet {
  const levels = given.map(levelOf)
  return {
    keys: levels.map(({ key }) => key),
    label: (key) => levels.find((one) => one.key === key)?.label ?? key,
    number: (key) => levels.findIndex((one) => one.key === key) + 1,
  }
}

function ownVersions(
  given: NonNullable<VocabularySettings['versions']>,
  subject: Subject,
): VersionSet {
  const list = given === 'free' ? [] : given
  // A number names a version of Live while the site is about it; the stored spelling does so on
  // every site.
  const label = (version: string) =>
    subject === 'own' && !/^live_\d/.test(version) ? version : liveVersionLabel(version)
  return { isFree: given === 'free', known: list, offered: list, label }
}

/** A level with its label, which `site.yaml` may leave out. */
export function levelOf(given: NonNullable<VocabularySettings['levels']>[number]): {
  key: string
  label: string
} {
  return typeof given === 'string' ? { key: given, label: titled(given) } : given
}

function titled(key: string): string {
  return `${key.slice(0, 1).toUpperCase()}${key.slice(1).replaceAll('_', ' ')}`
}

/**
 * A short text that differs when colors, icons or keys differ; part of the addresses of files made
 * of them.
 */
export function designOf(value: unknown): string {
  // FNV-1a, because the domain has no hash of Node.
  let hash = 0x811c9dc5
  for (const sign of JSON.stringify(value))
    hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}
