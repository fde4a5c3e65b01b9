import { Plugin } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import { insertOwnLink } from './insert-own-link.ts'
import type { LinkSource } from './link-source.ts'
import { ownPath, withoutSentenceSigns } from './own-address.ts'

const longestAddress = 500

/** The address at the end of a text, and the signs of the sentence after it. */
function addressAtEnd(text: string): { word: string; sign: string } {
  const last = text.split(/\s/).at(-1) ?? ''
  const start = last.search(/https?:\/\/\S/i)
  if (start < 0) return { word: '', sign: '' }
  const word = withoutSentenceSigns(last.slice(start))
  return { word, sign: last.slice(start + word.length) }
}

/** Makes a link of an address of this site that was typed, when the word ends. */
export function typedAddressPlugin(links: () => LinkSource | undefined) {
  /** Returns whether the word before the caret became a link. */
  const finish = (view: EditorView) => {
    const { $from, empty } = view.state.selection
    const { nodeBefore } = $from
    if (!empty || $from.parent.type.spec.code || !nodeBefore?.isText || nodeBefore.marks.length > 0)
      return false
    const { word, sign } = addressAtEnd((nodeBefore.text ?? '').slice(-longestAddress))
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
            if (event.key === 'Enter') finish(view)
            return false
          },
        },
      }),
  )
}
