import type { EditorView } from '@milkdown/kit/prose/view'
import { marksOf } from '../schema/type-names.ts'
import type { LinkSource } from './link-source.ts'
import { linksIn } from './text-links.ts'

/**
 * Replaces a range by a link to a page of this site. Its text is the path until the title is known;
 * words that were typed into it meanwhile stay.
 */
export async function insertOwnLink(
  view: EditorView,
  { path, from, to }: { path: string; from: number; to: number },
  links: LinkSource | undefined,
): Promise<void> {
  const { schema } = view.state
  const link = marksOf(view.state).link.create({ href: path })
  view.dispatch(
    view.state.tr
      .replaceWith(from, to, schema.text(path, [link]))
      .removeStoredMark(link)
      .scrollIntoView(),
  )
  const [answer] = (await links?.check([path]).catch(() => [])) ?? []
  const title = answer?.title
  if (!title || view.isDestroyed) return
  const [nearest] = linksIn(view.state.doc)
    .filter(({ href, text }) => href === path && text === path)
    .sort((a, b) => Math.abs(a.from - from) - Math.abs(b.from - from))
  if (!nearest) return
  const tr = view.state.tr.replaceWith(nearest.from, nearest.to, schema.text(title, [link]))
  view.dispatch(tr.setMeta('addToHistory', true))
}
