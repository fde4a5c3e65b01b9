import { contentTypes } from '#domain/content.ts'
import { itemAddress, itemAt } from '#domain/item/types.ts'
import {
  type CheckedLink,
  foldedWords,
  isNear,
  type LinkTarget,
  mostChecked,
  titleRating,
} from '#domain/link-targets.ts'
import { percentDecoded } from '#domain/percent-decoded.ts'
import { adminCall, adminList } from '../../../api/admin-call.ts'

/** What an editor asks about links to pages of this site. */
export interface LinkSource {
  /** Pages and headings by the words of their names. Rejects when nothing can be asked. */
  find(query: string): Promise<ReadonlyArray<LinkTarget>>
  /** Where addresses of this site lead. */
  check(urls: ReadonlyArray<string>): Promise<ReadonlyArray<CheckedLink>>
}

/** The most pages that are listed without a network. */
const mostStored = 12

/** Asks the server; without a network, the lists that the browser has stored. */
export const siteLinks: LinkSource = {
  find: (query) =>
    adminCall('GET /api/links', { query: { q: query } }).catch(() => findStored(query)),

  async check(urls) {
    const answers: Array<CheckedLink> = []
    try {
      for (let from = 0; from < urls.length; from += mostChecked)
        answers.push(
          ...(await adminCall('POST /api/links/check', {
            body: { urls: urls.slice(from, from + mostChecked) },
          })),
        )
      return answers
    } catch {
      return checkStored(urls)
    }
  },
}

async function storedTargets(): Promise<Array<LinkTarget>> {
  const lists = await Promise.all(
    contentTypes.map(async (type) => {
      const { items } = await adminList(`GET /api/${type}`)
      return items.map(
        (item): LinkTarget => ({
          kind: type,
          id: item.id,
          url: itemAddress(type, item),
          title: item.title,
          status: item.status,
        }),
      )
    }),
  )
  return lists.flat()
}

async function findStored(query: string): Promise<Array<LinkTarget>> {
  const rate = titleRating(query)
  const rated = (await storedTargets()).map((target) => {
    const folded = foldedWords(target.title)
    return { target, rating: rate(folded) || (isNear(query, folded) ? 0.5 : 0) }
  })
  return rated
    .filter(({ rating }) => rating > 0)
    .sort((left, right) => right.rating - left.rating)
    .slice(0, mostStored)
    .map(({ target }) => target)
}

/** A page that is not among the stored ones may exist, so nothing is said of it. */
async function checkStored(urls: ReadonlyArray<string>): Promise<Array<CheckedLink>> {
  const targets = new Map(
    (await storedTargets()).map((target) => [percentDecoded(target.url), target]),
  )
  return urls.flatMap((url) => {
    const address = percentDecoded(url.replace(/[?#].*$/s, ''))
    const target = address !== null && itemAt(address) && targets.get(address)
    if (!target) return []
    const problem =
      target.status === 'published'
        ? null
        : `The link '${url}' leads to a page that is not published`
    return [{ url, title: target.title, problem }]
  })
}
