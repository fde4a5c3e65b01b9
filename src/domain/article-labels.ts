const levelLabels = new Map([
  ['beginner', 'Beginner'],
  ['intermediate', 'Intermediate'],
  ['advanced', 'Advanced'],
])

/** 'Beginner', 'Intermediate' or 'Advanced'; any other level is its own label. */
export function levelLabel(level: string): string {
  return levelLabels.get(level) ?? level
}

/** How many of the three bars of the level meter are lit; none for a level that is none of the three. */
export function levelNumber(level: string): number {
  return [...levelLabels.keys()].indexOf(level) + 1
}

/** '12.0' and 'live_12' both as a visitor writes them: 'Live 12.0', 'Live 12'. What is no number is its own label. */
export function liveVersionLabel(version: string): string {
  const number = version.replace(/^live_/, '')
  return /^\d/.test(number) ? `Live ${number}` : version
}

/** The tags a card or page has room for, and how many are left over. */
export function shownTags(tags: Array<string>, room: number): { shown: Array<string>; more: number } {
  return { shown: tags.slice(0, room), more: Math.max(0, tags.length - room) }
}
