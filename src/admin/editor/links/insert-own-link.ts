import type { EditorView } from '@milkdown/kit/prose/view'
import type { LinkSource } from './link-source.ts'

/**
 * Replaces a range by a link to a page of this site. Its text is the path until the title is known;
 * words that were typed into it meanwhile stay.
 */
export async function insertOwnLink(
  view: EditorView,
  { path, from, to }: { path: string; from: number; to: number },
  links: LinkSource | undefined,
): Promise<void> {
  const link = view.state.schema.marks.link?.create({ href: path })
  if (!link) return
  const { schema } = view.state
  view.dispatch(
    view.state.tr
      .replaceWith(from, to, schema.text(path, [link]))
      .removeStoredMark(link)
      .scrollIntoView(),
  )
  const [answer] = (await links?.check([path]).catch(() => [])) ?? []
  const title = answer?.title
  if (!title || view.isDestroyed) return
  const at = placeOf(view, path, from)
  if (at === null) return
  const tr = view.state.tr.replaceWith(at, at + path.length, view.state.schema.text(title, [link]))
  view.dispatch(tr.setMeta('addToHistory', true))
}

/**
 * The place of the link with its path as text that is nearest to where it was inserted; null when
 * it was changed.
 */
function placeOf(view: EditorView, path: string, near: number): number | null {
  let found: number | null = null
  view.state.doc.descendants((node, pos) => {
    const href = node.marks.find(({ type }) => type.name === 'link')?.attrs.href
    if (node.text !== path || href !== path) return
    if (found === null || Math.abs(pos - near) < Math.abs(found - near)) found = pos
  })
  return found
}
