/** A published item, as far as an issue can present it. */
export interface SiteItem {
  title: string
  excerpt: string
  /** Public address without the host. */
  address: string
  /** ISO instant. */
  publishedAt: string
}

/** An article of an issue; `content` is Markdown. */
export interface Piece {
  title: string
  excerpt: string
  content: string
}

/** The most items that are put into a new issue before somebody chooses. */
const mostChosen = 12
/** The same for the first issue of a site. */
const firstChosen = 5
/** Room for a preview text beside the subject in a list of mails. */
const previewLength = 140
const day = 24 * 60 * 60 * 1000

/** The article of an issue that presents an item: its title, its excerpt and the link to it. */
export function pieceOf({ title, excerpt, address }: SiteItem): Piece {
  return {
    title,
    excerpt,
    content: `[Read “${title.replace(/[\\[\]*_`<]/g, '\\$&')}”](${address})`,
  }
}

/** Whether an article of an issue was made from an item. */
export function presents(piece: Pick<Piece, 'content'>, { address }: SiteItem): boolean {
  return piece.content.includes(`](${address})`)
}

/** Items that were published after an issue, oldest first; null stands for no issue. */
export function publishedSince(
  items: ReadonlyArray<SiteItem>,
  last: string | null,
): Array<SiteItem> {
  const after = last === null ? Number.NEGATIVE_INFINITY : Date.parse(last)
  return items
    .filter(({ publishedAt }) => Date.parse(publishedAt) > after)
    .sort((one, other) => Date.parse(one.publishedAt) - Date.parse(other.publishedAt))
}

/** The items of these that a new issue begins with: the newest ones. */
export function firstChoice(since: ReadonlyArray<SiteItem>, last: string | null): Array<SiteItem> {
  return since.slice(last === null ? -firstChosen : -mostChosen)
}

/** The subject of an issue with these titles. */
export function subjectOf(titles: ReadonlyArray<string>): string {
  const [first = '', ...more] = titles
  return more.length === 0 ? first : `${first}, and ${more.length} more`
}

/** The preview text of an issue with these titles: as many of them as mail programs show. */
export function previewTextOf(titles: ReadonlyArray<string>): string {
  if (titles.length === 0) return ''
  for (let shown = titles.length; shown > 1; shown -= 1) {
    const text = sentenceOf(titles.slice(0, shown), titles.length - shown)
    if (text.length <= previewLength) return text
  }
  return sentenceOf(titles.slice(0, 1), titles.length - 1)
}

function sentenceOf(titles: ReadonlyArray<string>, more: number): string {
  const parts = more > 0 ? [...titles, `${more} more`] : [...titles]
  const last = parts.pop() ?? ''
  return `In this issue: ${parts.length > 0 ? `${parts.join(', ')} and ${last}` : last}`
}

/**
 * The date of the next issue: the usual number of days after the last one, seven with a single
 * issue, not before `now`. Null without an issue.
 */
export function nextIssueDate(dates: ReadonlyArray<string>, now: Date): Date | null {
  const times = dates.map((date) => Date.parse(date)).sort((one, other) => other - one)
  const [last] = times
  if (last === undefined) return null
  const gaps = times
    .slice(1, 8)
    .map((time, index) => Math.round(((times[index] ?? time) - time) / day))
    .sort((one, other) => one - other)
  const days = Math.max(1, gaps[Math.floor(gaps.length / 2)] ?? 7)
  const missed = Math.max(1, Math.ceil((now.getTime() - last) / (days * day)))
  return new Date(last + missed * days * day)
}
