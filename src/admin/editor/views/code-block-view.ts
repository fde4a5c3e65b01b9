import { codeBlockSchema } from '@milkdown/kit/preset/commonmark'
import { $view } from '@milkdown/kit/utils'

/** A code block with a field for its language. */
export const codeBlockView = $view(codeBlockSchema.node, () => (node, view, getPos) => {
  const dom = document.createElement('div')
  dom.className = 'code-block'
  const field = document.createElement('input')
  field.className = 'code-language'
  field.setAttribute('aria-label', 'Language of this code')
  field.placeholder = 'Language'
  field.spellcheck = false
  field.autocomplete = 'off'
  field.value = node.attrs.language
  field.contentEditable = 'false'
  const pre = document.createElement('pre')
  pre.spellcheck = false
  const contentDOM = document.createElement('code')
  pre.append(contentDOM)
  dom.append(field, pre)

  field.addEventListener('change', () => {
    const pos = getPos()
    // After a space, code meta would begin, which only a source block can represent.
    const language = field.value.trim().replace(/[\s`]+/g, '-')
    field.value = language
    if (pos !== undefined) view.dispatch(view.state.tr.setNodeAttribute(pos, 'language', language))
  })
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    view.focus()
  })

  return {
    dom,
    contentDOM,
    update(next) {
      if (next.type !== node.type) return false
      if (document.activeElement !== field) field.value = next.attrs.language
      return true
    },
    stopEvent: (event) => event.target === field,
    ignoreMutation: (change) => !contentDOM.contains(change.target),
  }
})
