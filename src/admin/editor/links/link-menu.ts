import { Plugin } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import { foldedWords, type LinkTarget } from '#domain/link-targets.ts'
import { type CaretMenu, createCaretMenu } from '../caret-menu.ts'
import { marksOf } from '../schema/type-names.ts'
import type { LinkSource } from './link-source.ts'
import { suggestLinks } from './link-suggestions.ts'

const longestName = 80

/**
 * Offers pages and headings while a name is typed after `[[`. What is chosen, or what has exactly
 * the name when the brackets are closed, becomes a Markdown link.
 */
export function createLinkMenu(links: () => LinkSource | undefined): CaretMenu<LinkTarget> {
  const menu = createCaretMenu<LinkTarget>({
    id: 'link-list',
    sign: '[[',
    // After `!` the brackets are a picture of a writer.
    opening: /(?:^|[^!])\[\[([^[\]]*)$/u,
    longest: longestName,
    opensIn: (block) => links() !== undefined && block.isTextblock && !block.type.spec.code,
    async find(name, { state }) {
      const source = links()
      return source ? await suggestLinks(name, source, state.doc).catch(() => []) : []
    },
    pauseMs: 120,
    insert: insertTarget,
  })
  const closeBrackets = (view: EditorView) => {
    const { from } = view.state.selection
    const before = view.state.doc.textBetween(Math.max(0, from - longestName), from, '\n')
    const name = /\[\[([^[\]]+)\]$/.exec(before)?.[1]
    if (name === undefined) return false
    // The first closing bracket has closed the menu.
    const target = menu.offered().find(({ title }) => foldedWords(title) === foldedWords(name))
    if (target) insertTarget(view, target, from - name.length - 3)
    return target !== undefined
  }
  const closing = $prose(
    () =>
      new Plugin({
        props: {
          handleTextInput: (view, _from, _to, text) => text === ']' && closeBrackets(view),
        },
      }),
  )
  return { ...menu, plugins: [...menu.plugins, closing] }
}

/** Inserts a link to a page, whose text is its title. */
function insertTarget(view: EditorView, { url, title }: LinkTarget, from: number) {
  const link = marksOf(view.state).link.create({ href: url })
  view.dispatch(
    view.state.tr
      .replaceWith(from, view.state.selection.from, view.state.schema.text(title, [link]))
      .removeStoredMark(link)
      .scrollIntoView(),
  )
}
