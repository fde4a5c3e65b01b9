import type { Element, ElementContent, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { visit } from 'unist-util-visit'

/** Names each box of a task list after its item, without the items below it. */
export function labelTasks(tree: Root): void {
  visit(tree, 'element', (item) => {
    if (item.tagName === 'input') item.properties.ariaLabel ??= 'Task'
    if (item.tagName !== 'li') return
    const own = item.children.filter((child) => !isElement(child, 'ul', 'ol'))
    const parts = own.flatMap((child) => (isElement(child, 'p') ? child.children : [child]))
    const box = parts.find((part) => isElement(part, 'input'))
    if (!box) return
    const text = own.map((child) => textOf(child)).join('')
    box.properties.ariaLabel = text.replace(/\s+/g, ' ').trim().slice(0, 120) || 'Task'
  })
}

function isElement<Name extends string>(
  node: ElementContent,
  ...names: Array<Name>
): node is Element & { tagName: Name } {
  return node.type === 'element' && (names as Array<string>).includes(node.tagName)
}
