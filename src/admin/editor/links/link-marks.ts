import type { Node } from '@milkdown/kit/prose/model'
import { Plugin, PluginKey, TextSelection } from '@milkdown/kit/prose/state'
import { Decoration, DecorationSet, type EditorView } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import { percentDecoded } from '#domain/percent-decoded.ts'
import type { Store } from '../store.ts'
import type { LinkSource } from './link-source.ts'
import { ownPath } from './own-address.ts'
import { headingsIn, mayHaveAnchors } from './own-headings.ts'
import { linksIn } from './text-links.ts'

/** Links of the text that visitors cannot follow. */
export interface LinkProblems {
  /** The reasons by address. */
  reasons: ReadonlyMap<string, string>
  /** How often such links stand in the text. */
  count: number
}

export const noLinkProblems: LinkProblems = { reasons: new Map(), count: 0 }

/** How long typing must pause before new links are checked, in milliseconds. */
const pauseMs = 500
/** How long an answer counts, in milliseconds: others publish and delete pages meanwhile. */
const validMs = 60_000
const key = new PluginKey<DecorationSet>('link-marks')

/** Marks links to pages of this site that do not exist or are not published. */
export function linkMarksPlugin(
  problems: Store<LinkProblems>,
  links: () => LinkSource | undefined,
) {
  /** The reason for each checked address; null where visitors can follow it. */
  const known = new Map<string, string | null>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let checked: Node | null = null
  let askedAt = 0

  const show = (view: EditorView) => {
    const placed = checkable(view.state.doc)
    const reasonOf = reasonsFor(view.state.doc, known)
    const broken = placed.flatMap((link) => {
      const reason = reasonOf(link.href)
      return reason === null ? [] : [{ ...link, reason }]
    })
    const marks = broken.map(({ from, to, reason }) =>
      Decoration.inline(from, to, { class: 'editor-link-broken', title: reason }),
    )
    problems.set({
      reasons: new Map(broken.map(({ href, reason }) => [href, reason])),
      count: broken.length,
    })
    view.dispatch(
      view.state.tr
        .setMeta(key, DecorationSet.create(view.state.doc, marks))
        .setMeta('addToHistory', false),
    )
  }
  const check = async (view: EditorView) => {
    const { doc } = view.state
    if (performance.now() - askedAt > validMs) {
      known.clear()
      askedAt = performance.now()
    }
    const asked = [...new Set(checkable(doc).map(({ href }) => href))].filter(
      (href) => !href.startsWith('#') && !known.has(href),
    )
    const answers =
      asked.length > 0
        ? await links()
            ?.check(asked)
            .catch(() => [])
        : []
    for (const { url, problem } of answers ?? []) known.set(url, problem)
    if (!view.isDestroyed && view.state.doc === doc) show(view)
  }
  const later = (view: EditorView) => {
    if (view.state.doc === checked || !links()) return
    checked = view.state.doc
    clearTimeout(timer)
    timer = setTimeout(() => void check(view), pauseMs)
  }

  return $prose(
    () =>
      new Plugin<DecorationSet>({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply: (tr, set) =>
            (tr.getMeta(key) as DecorationSet | undefined) ?? set.map(tr.mapping, tr.doc),
        },
        props: { decorations: (state) => key.getState(state) },
        view(view) {
          later(view)
          return { update: later, destroy: () => clearTimeout(timer) }
        },
      }),
  )
}

/**
 * Selects the next marked link after the selection, or the first one. Returns whether there is one.
 */
export function selectNextProblem(view: EditorView): boolean {
  const marks = key.getState(view.state)?.find() ?? []
  const next = marks.find(({ from }) => from > view.state.selection.from) ?? marks[0]
  if (!next) return false
  view.dispatch(
    view.state.tr
      .setSelection(TextSelection.create(view.state.doc, next.from, next.to))
      .scrollIntoView(),
  )
  return true
}

/** The links to pages of this site, and to headings of the text. */
const checkable = (doc: Node) =>
  linksIn(doc).filter(({ href }) => href.startsWith('#') || ownPath(href) !== null)

function reasonsFor(
  doc: Node,
  known: ReadonlyMap<string, string | null>,
): (href: string) => string | null {
  let anchors: Set<string> | null = null
  return (href) => {
    if (!href.startsWith('#')) return known.get(href) ?? null
    if (href === '#' || mayHaveAnchors(doc)) return null
    anchors ??= new Set(headingsIn(doc).map(({ anchor }) => anchor))
    const name = percentDecoded(href.slice(1)) ?? href.slice(1)
    return anchors.has(name) || anchors.has(name.toLowerCase())
      ? null
      : `The link '${href}' names no heading of this text`
  }
}
