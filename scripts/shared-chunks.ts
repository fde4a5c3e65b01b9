import type { Rollup } from 'vite'

type Graph = Pick<Rollup.PluginContext, 'getModuleIds' | 'getModuleInfo'>
type Imports = (module: Rollup.ModuleInfo) => ReadonlyArray<string>

/** The entry of each screen of the admin, as vite-plugin-ssr names it. */
const screenEntry = /virtual:vite-plugin-ssr:pageConfigValuesAll:client:\/src\/pages\/admin\//

/**
 * The file of each module that pages share: the script of every page is one file, what all screens
 * of the admin load another one, and what several of them load a third. By itself, Rollup makes a
 * file for each set of pages, which is some fifty requests for a screen. What public pages can load
 * is in no file of the admin.
 */
export function sharedChunks(graph: Graph): ReadonlyMap<string, string> {
  const entries = [...graph.getModuleIds()].filter((id) => graph.getModuleInfo(id)?.isEntry)
  const screens = entries.filter((id) => screenEntry.test(id))
  const others = entries.filter((id) => !screenEntry.test(id))
  const publicScript = others.filter((id) => id.endsWith('/src/pages/+client.ts'))
  const uses = new Map<string, number>()
  for (const screen of screens)
    for (const id of reachable([screen], graph, staticImports))
      uses.set(id, (uses.get(id) ?? 0) + 1)
  const names = new Map(
    [...uses].flatMap(([id, count]) =>
      count === 1 ? [] : [[id, count === screens.length ? 'admin' : 'screens']],
    ),
  )
  // The router can load every screen on demand.
  for (const id of reachable(others, graph, (module) =>
    allImports(module).filter((one) => !screenEntry.test(one)),
  ))
    names.delete(id)
  for (const id of reachable(publicScript, graph, staticImports)) names.set(id, 'site')
  return names
}

const staticImports: Imports = ({ importedIds }) => importedIds
const allImports: Imports = ({ importedIds, dynamicallyImportedIds }) => [
  ...importedIds,
  ...dynamicallyImportedIds,
]

/** The given modules and all that their imports lead to. */
function reachable(from: ReadonlyArray<string>, graph: Graph, imports: Imports): Set<string> {
  const found = new Set(from)
  for (const id of found) {
    const module = graph.getModuleInfo(id)
    if (module) for (const next of imports(module)) found.add(next)
  }
  return found
}
