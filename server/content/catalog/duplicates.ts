import { type ContentProblem, type ContentType, contentTypes } from '#domain/content.ts'
import { groupBy } from '#domain/group-by.ts'
import { itemTypes } from '#domain/item/types.ts'
import type { RecordOf } from '../read/file-record.ts'

const slugIsAddress: ReadonlySet<string> = new Set([
  ...contentTypes.filter((type) => itemTypes[type].addressedBy === 'slug'),
  'downloads',
])

type Claimant = RecordOf<ContentType | 'downloads'>

/**
 * Decides which files are served when two have one id, or two articles or downloads one slug (only
 * their addresses contain it). A finished item comes before a draft, an id in the file before a
 * derived one, then the smaller path. Both files are reported.
 */
export function withoutDuplicates<Item extends Claimant>(
  records: Array<Item>,
): { served: Array<Item>; problems: Array<ContentProblem> } {
  const problems: Array<ContentProblem> = []
  const served: Array<Item> = []
  const byId = new Map<number, Item>()
  const bySlug = new Map<string, Item>()
  for (const record of [...records].sort(byPrecedence)) {
    const { id, slug } = record.entry.item
    const sameId = byId.get(id)
    const sameSlug = slugIsAddress.has(record.entry.kind) ? bySlug.get(slug) : undefined
    if (sameId) problems.push(...clash('id', String(id), sameId, record))
    else if (sameSlug) problems.push(...clash('slug', slug, sameSlug, record))
    else {
      byId.set(id, record)
      bySlug.set(slug, record)
      served.push(record)
    }
  }
  return { served, problems }
}

/**
 * Reports issues with the same number. All of them are served, because no address contains the
 * number.
 */
export function sharedIssueNumbers(
  issues: ReadonlyArray<RecordOf<'newsletters'>>,
): Array<ContentProblem> {
  const byNumber = groupBy(issues, ({ entry }) => [String(entry.item.issueNumber)])
  return [...byNumber].flatMap(([number, all]) =>
    all.length < 2
      ? []
      : all.map(({ path, entry }) => {
          const other = all.find((one) => one.path !== path)?.path
          return {
            path,
            line: entry.numberLine ?? 1,
            message: `The issue number ${number} also stands in ${other}`,
          }
        }),
  )
}

function byPrecedence(left: Claimant, right: Claimant) {
  return rank(left) - rank(right) || (left.path < right.path ? -1 : 1)
}

function rank({ entry }: Claimant): number {
  const unfinished = entry.draft || (entry.kind !== 'downloads' && entry.item.publishedAt === null)
  return (unfinished ? 2 : 0) + (entry.explicitId ? 0 : 1)
}

function clash(
  what: 'id' | 'slug',
  value: string,
  first: Claimant,
  second: Claimant,
): Array<ContentProblem> {
  return [
    {
      path: first.path,
      line: lineOf(what, first),
      message: `The ${what} '${value}' also stands in ${second.path}`,
    },
    {
      path: second.path,
      line: lineOf(what, second),
      message: `The ${what} '${value}' already belongs to ${first.path}; this file is left out`,
    },
  ]
}

function lineOf(what: 'id' | 'slug', { entry }: Claimant): number {
  if (what === 'id') return entry.idLine
  return entry.kind === 'downloads' ? 1 : entry.slugLine
}
