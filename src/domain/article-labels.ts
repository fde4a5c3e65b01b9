import type { ArticleSummary } from './content.ts'

const levelLabels = { beginner: 'Beginner', intermediate: 'Intermediate', advanced: 'Advanced' } as const

/** 'Beginner', 'Intermediate' or 'Advanced'. */
export function levelLabel(level: ArticleSummary['techniqueLevel']): string {
  return levelLabels[level]
}

/** How many of the three bars of the level meter are lit. */
export function levelNumber(level: ArticleSummary['techniqueLevel']): number {
  return Object.keys(levelLabels).indexOf(level) + 1
}

/** '12.0' and 'live_12' both as a visitor writes them: 'Live 12.0', 'Live 12'. */
export function liveVersionLabel(version: NonNullable<ArticleSummary['abletonVersion']>): string {
  return `Live ${version.replace(/^live_/, '')}`
}

/** The tags a card or page has room for, and how many are left over. */
export function shownTags(tags: Array<string>, room: number): { shown: Array<string>; more: number } {
  return { shown: tags.slice(0, room), more: Math.max(0, tags.length - room) }
}
