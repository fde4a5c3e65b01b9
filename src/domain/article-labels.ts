/**
 * The label of a version: '12.0' becomes 'Live 12.0', 'live_12' becomes 'Live 12'; other texts stay
 * unchanged.
 */
export function liveVersionLabel(version: string): string {
  const number = version.replace(/^live_/, '')
  return /^\d/.test(number) ? `Live ${number}` : version
}

/** The first `room` tags, and the number of the others. */
export function shownTags(
  tags: Array<string>,
  room: number,
): { shown: Array<string>; more: number } {
  return { shown: tags.slice(0, room), more: Math.max(0, tags.length - room) }
}
