import { contentTypes } from '#domain/content.ts'
import { pathKind } from '../file-kind.ts'
import { readText } from './content-text.ts'

/**
 * Whether the change of a file can affect how saves of other files are planned: when it changes the id, an address or the issue number of an item, and for
 * all files that are neither items nor pages.
 */
export function affectsOthers(path: string, before: Uint8Array, after: Uint8Array): boolean {
  const place = pathKind(path)
  if (place.kind === 'pages') return false
  const [old, next] = [before, after].map((bytes) => readText(contentTypes, path, bytes))
  if (old?.kind !== 'read' || next?.kind !== 'read') return true
  const identityOf = ({ entry }: typeof old.text) => {
    const { id, slug } = entry.item
    const number = 'issueNumber' in entry.item ? entry.item.issueNumber : null
    return JSON.stringify([id, slug, number, entry.aliases])
  }
  return identityOf(old.text) !== identityOf(next.text)
}
