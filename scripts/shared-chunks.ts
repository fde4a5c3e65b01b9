import type { Plugin, Rolldown } from 'vite'

/** The entry of each screen of the admin, as Vike names it. */
const screenEntry = /virtual:vike:page-entry:client:\/src\/pages\/admin\//

/** What islands and the text of a page load on a touch, in files of their own. */
const touched: ReadonlyArray<[RegExp, string]> = [
  // Islands and parts of texts load it, and neither the code of the other.
  [/\/src\/(?:ui\/site-data|domain\/site\/(?:text-of|texts\/en-parts))\.ts$/, 'site-data'],
  [
    /\/src\/(?:renderer\/hydrate-island|ui\/(?:button|dialog|early-press|error-notice|form-error|form-texts|icons|island-data|show-toast|toast-message|use-dialog-events)|domain\/(?:email|file-size|percent-decoded|count-words|site\/texts\/en-forms)|api\/(?:call|refusal))\.tsx?$/,
    'island',
  ],
  [/\/node_modules\/(?:react|react-dom|scheduler)\//, 'react'],
  [
    /\/src\/(?:ui\/(?:field|switch-field)|domain\/(?:account|dates|site\/(?:text-settings|texts\/en-(?:account|server|subjects)))|api\/(?:auth|server-clock)|admin\/shell\/stored-auth)\.tsx?$/,
    'account',
  ],
  [
    /\/src\/(?:ui\/site-profile|site\/sound-mark|domain\/(?:article-labels|categories|content|item\/(?:types|vocabulary)|site\/(?:category-set|site-profile|starting-categories|subject|texts\/en|vocabulary)))\.tsx?$/,
    'profile',
  ],
  [
    /\/node_modules\/(?:zod|react-hook-form|@hookform)\/|\/src\/domain\/(?:plain-text|xml-characters)\.ts$/,
    'rules',
  ],
]

/** The modules of the pages for browsers that share a file, before they are divided into files. */
let shared: ReadonlyMap<string, string> | null = null

/** The file of a module of the pages for browsers that others share. */
export function chunkOf(id: string): string | null {
  if (shared === null) return null
  return touched.find(([pattern]) => pattern.test(id))?.[1] ?? shared.get(id) ?? null
}

/** Looks at all modules before `chunkOf` is asked, and refuses files that import each other. */
export const sharedModules: Plugin = {
  name: 'shared-modules',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  buildEnd() {
    shared = sharedChunks(this)
  },
  generateBundle(_, bundle) {
    const importsOf = (name: string) => {
      const file = bundle[name]
      return file?.type === 'chunk' ? file.imports : []
    }
    // One of them would run before what it needs.
    for (const name of Object.keys(bundle))
      if (reachable(importsOf(name), importsOf).has(name))
        throw new Error(`${name} imports itself through other files`)
  },
}

/**
 * The file of each module that pages share: the script of every page is one file, what all screens
 * of the admin load another one, and what several of them load a third. By itself, Rolldown makes a
 * file for each set of pages, which is some fifty requests for a screen. What public pages can load
 * is in no file of the admin.
 */
function sharedChunks(graph: Pick<Rolldown.PluginContext, 'getModuleIds' | 'getModuleInfo'>) {
  const staticImports = (id: string) => graph.getModuleInfo(id)?.importedIds ?? []
  // The router can load every screen on demand.
  const otherImports = (id: string) =>
    [...staticImports(id), ...(graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])].filter(
      (next) => !screenEntry.test(next),
    )
  const entries = [...graph.getModuleIds()].filter((id) => graph.getModuleInfo(id)?.isEntry)
  const screens = entries.filter((id) => screenEntry.test(id))
  const others = entries.filter((id) => !screenEntry.test(id))
  const uses = new Map<string, number>()
  for (const screen of screens)
    for (const id of reachable([screen], staticImports)) uses.set(id, (uses.get(id) ?? 0) + 1)
  const names = new Map<string, string>()
  for (const [id, count] of uses)
    if (count > 1) names.set(id, count === screens.length ? 'admin' : 'screens')
  for (const id of reachable(others, otherImports)) names.delete(id)
  const publicScript = others.filter((id) => id.endsWith('/src/pages/(site)/+client.ts'))
  for (const id of reachable(publicScript, staticImports)) names.set(id, 'site')
  return names
}

/** What the imports of these lead to, and these. */
function reachable(from: ReadonlyArray<string>, importsOf: (id: string) => ReadonlyArray<string>) {
  const found = new Set(from)
  for (const id of found) for (const next of importsOf(id)) found.add(next)
  return found
}
