import { readCommit } from '../read/commit.ts'
import type { ObjectReader } from '../read/objects.ts'

/** The commits reachable from `tips`, each before its parents, regardless of their dates. Ignores all others. */
export function childrenFirst(
  objects: Pick<ObjectReader, 'read'>,
  commits: ReadonlySet<string>,
  tips: Iterable<string>,
): Array<string> {
  const order: Array<string> = []
  const seen = new Set<string>()
  const open = [...tips].map((id) => ({ id, isDone: false }))
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (item.isDone) order.push(item.id)
    else if (commits.has(item.id) && !seen.has(item.id)) {
      seen.add(item.id)
      open.push({ id: item.id, isDone: true })
      for (const id of readCommit(objects, item.id).parents) open.push({ id, isDone: false })
    }
  }
  return order.reverse()
}
