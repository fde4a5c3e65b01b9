import type { Element, ElementContent, Root } from 'hast'
import { classesOf, containsWords, elementsIn, h } from './html-tree.ts'

/**
 * Gives lists the form that the converters of HTML read: lists that stand beside items, as Google
 * Docs writes them, move into the item before them, and items with a state become items with a
 * leading checkbox, whichever way an editor writes it. Changes the tree in place.
 */
export function tidyLists(node: Root | Element): void {
  const children: Array<ElementContent> = []
  for (const child of node.children as Array<ElementContent>) {
    if (child.type === 'element') tidyLists(child)
    const before = children.findLast((sibling) => sibling.type === 'element')
    if (isList(node) && isList(child) && before) before.children.push(child)
    else children.push(child)
  }
  node.children = children
  if (node.type === 'element' && node.tagName === 'li') tidyTask(node)
}

function isList(node: Root | ElementContent): boolean {
  return node.type === 'element' && /^(?:ul|ol|menu)$/.test(node.tagName)
}

function tidyTask(item: Element) {
  const checkbox = leadingCheckbox(item)
  const isDone = stateOf(item) ?? (checkbox ? isChecked(checkbox) : null)
  if (isDone === null) return
  if (checkbox) remove(item, checkbox)
  item.children.unshift(h('input', { type: 'checkbox', checked: isDone }))
}

/**
 * The state that an attribute of the item says: of Google Docs (ARIA), of editors on ProseMirror,
 * and of Quill.
 */
function stateOf({ properties }: Element): boolean | null {
  const { role, ariaChecked, dataChecked, dataList } = properties
  if (role === 'checkbox' || ariaChecked !== undefined) return String(ariaChecked) === 'true'
  if (dataChecked !== undefined) return String(dataChecked) !== 'false'
  return /^(?:un)?checked$/.test(String(dataList)) ? dataList === 'checked' : null
}

function isChecked(box: Element): boolean {
  return box.properties.checked === true || classesOf(box).includes('checkbox-on')
}

/**
 * The checkbox before the words of an item, in any elements around it; Notion writes an element
 * with a class.
 */
function leadingCheckbox(node: Element): Element | null {
  for (const child of node.children) {
    if (child.type === 'text' && child.value.trim() !== '') return null
    if (child.type !== 'element') continue
    const { tagName, properties } = child
    if (tagName === 'input' && properties.type === 'checkbox') return child
    // Google Docs shows the state as a picture, too.
    if (tagName === 'img' && /^(?:un)?checked$/.test(String(properties.alt))) return child
    if (classesOf(child).some((name) => /^checkbox-o(?:n|ff)$/.test(name))) return child
    if (isList(child)) return null
    const inner = leadingCheckbox(child)
    if (inner || containsWords(child)) return inner
  }
  return null
}

function remove(from: Element, removed: Element) {
  from.children = from.children.filter((child) => child !== removed)
  for (const child of elementsIn(from)) remove(child, removed)
}
