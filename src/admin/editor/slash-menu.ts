import { type CaretMenu, createCaretMenu } from './caret-menu.ts'
import { type Tool, tools } from './tools.ts'

/** The menu that opens on `/` at the start of a line or after a space, and puts blocks and snippets there. */
export function createSlashMenu({
  hasDevices,
  snippets,
  press,
}: {
  hasDevices: () => boolean
  snippets: () => ReadonlyArray<Tool>
  press: (tool: Tool) => void
}): CaretMenu<Tool> {
  return createCaretMenu({
    id: 'slash-list',
    sign: '/',
    opening: /(?:^|\s)\/([\p{L}\d]*(?: [\p{L}\d]+)?)$/u,
    longest: 30,
    opensIn: ({ type }) => type.name === 'paragraph',
    find: (query) => findTools(query.toLowerCase().trim(), hasDevices(), snippets()),
    pauseMs: 0,
    insert(view, tool, from) {
      view.dispatch(view.state.tr.delete(from, view.state.selection.from))
      press(tool)
    },
  })
}

/** The tools for a typed word, matched with the start of any of theirs. */
function findTools(
  wanted: string,
  hasDevices: boolean,
  snippets: ReadonlyArray<Tool>,
): Array<Tool> {
  return [...Object.values<Tool>(tools), ...snippets].filter((tool) => {
    const text = `${tool.label} ${tool.words}`.toLowerCase()
    const isFound = text.startsWith(wanted) || text.includes(` ${wanted}`)
    return tool.words !== undefined && isFound && (hasDevices || tool !== tools.device)
  })
}
