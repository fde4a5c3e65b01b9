import type { Command } from '@milkdown/kit/prose/state'
import { insertRule, setCallout, setTextStyle, toggleCodeBlock, toggleQuote } from './commands.ts'
import { toggleList } from './list-commands.ts'
import { insertTable } from './table-commands.ts'
import { insertDevice } from './views/device-view.ts'

export interface BlockChoice {
  id: string
  label: string
  /** Further search words. */
  words: string
  /** `image` asks for a picture first. */
  run: Command | 'image'
}

/** The blocks that the slash menu offers, in its order. */
export const blockChoices: ReadonlyArray<BlockChoice> = [
  { id: 'text', label: 'Text', words: 'paragraph plain', run: setTextStyle(0) },
  { id: 'h1', label: 'Heading 1', words: 'h1 title', run: setTextStyle(1) },
  { id: 'h2', label: 'Heading 2', words: 'h2 section', run: setTextStyle(2) },
  { id: 'h3', label: 'Heading 3', words: 'h3 subsection', run: setTextStyle(3) },
  { id: 'bullet', label: 'Bullet list', words: 'ul unordered', run: toggleList('bullet') },
  { id: 'ordered', label: 'Numbered list', words: 'ol ordered', run: toggleList('ordered') },
  { id: 'task', label: 'Task list', words: 'todo check box', run: toggleList('task') },
  { id: 'quote', label: 'Quote', words: 'blockquote', run: toggleQuote },
  { id: 'tip', label: 'Tip', words: 'callout note box', run: setCallout('TIP') },
  { id: 'warning', label: 'Warning', words: 'callout caution box', run: setCallout('WARNING') },
  { id: 'image', label: 'Image', words: 'picture photo media', run: 'image' },
  { id: 'table', label: 'Table', words: 'grid rows columns', run: insertTable },
  {
    id: 'device',
    label: 'Device settings',
    words: 'parameters panel knob preset',
    run: insertDevice,
  },
  { id: 'code', label: 'Code block', words: 'fence source', run: toggleCodeBlock },
  { id: 'rule', label: 'Divider', words: 'horizontal rule line hr', run: insertRule },
]

/**
 * The choices for a typed word, matched with the start of any of their words; settings of devices
 * only with `devices`.
 */
export function findChoices(query: string, devices = true): ReadonlyArray<BlockChoice> {
  const wanted = query.toLowerCase().trim()
  return blockChoices.filter(({ id, label, words }) => {
    if (id === 'device' && !devices) return false
    const text = `${label} ${words}`.toLowerCase()
    return text.startsWith(wanted) || text.includes(` ${wanted}`)
  })
}
