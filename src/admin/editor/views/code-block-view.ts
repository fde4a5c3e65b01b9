import { codeBlockSchema } from '@milkdown/kit/preset/commonmark'
import { $view } from '@milkdown/kit/utils'
import { attributeSetter, element } from './dom.ts'

/** A code block with a field for its language. */
export const codeBlockView = $view(codeBlockSchema.node, () => (node, view, getPos) => {
  const setLanguage = attributeSetter(view, getPos, 'language')
  const field = element('input', {
    className: 'code-language',
    ariaLabel: 'Language of this code',
    placeholder: 'Language',
    spellcheck: false,
    autocomplete: 'off',
    value: node.attrs.language,
    contentEditable: 'false',
  })
  const contentDOM = element('code', {})
  const pre = element('pre', { spellcheck: false })
  const dom = element('div', { className: 'code-block' })
  pre.append(contentDOM)
  dom.append(field, pre)

  field.addEventListener('change', () => {
    // After a space, code meta would begin, which only a source block can represent.
    field.value = field.value.trim().replace(/[\s`]+/g, '-')
    setLanguage(field.value)
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
