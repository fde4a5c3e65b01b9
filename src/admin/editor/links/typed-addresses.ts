import { Plugin } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import { insertOwnLink } from './insert-own-link.ts'
import type { LinkSource } from './link-source.ts'
import { ownPath } from './own-address.ts'

const longestAddress = 500
/** An address at the end of a text, and the sign of the sentence after it. */
const address = /(https?:\/\/\S+?)([.,;:!?)]*)$/i

/** Makes a link of an address of this site that was typed, when the word ends. */
export function typedAddressPlugin(links: () => LinkSource | undefined) {
  /** Returns whether the word before the caret became a link. */
  const finish = (view: EditorView): boolean => {
    const { $from, empty } = view.state.selection
    const { nodeBefore } = $from
    if (!empty || $from.parent.type.spec.code || !nodeBefore?.isText || nodeBefore.marks.length > 0) return false
    const [, word = '', sign = ''] = address.exec((nodeBefore.text ?? '').slice(-longestAddress)) ?? []
    const path = links() ? ownPath(word) : null
    if (path === null) return false
    const to = $from.pos - sign.length
    void insertOwnLink(view, { path, from: to - word.length, to }, links())
    return true
  }
  return $prose(
    () =>
      new Plugin({
        props: {
          handleTextInput(view, _from, _to, text) {
            if (text !== ' ' || !finish(view)) return false
            view.dispatch(view.state.tr.insertText(text))
            return true
          },
          handleKeyDown(view, event) {
            if (event.key === 'Enter' && !event.isComposing) finish(view)
            return false
          },
        },
      }),
  )
}
