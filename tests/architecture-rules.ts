import path from 'node:path'

const adminScreens = [
  'account',
  'create',
  'dashboard',
  'device',
  'downloads',
  'edit',
  'import',
  'import-site',
  'login',
  'manage',
  'media',
  'palette',
  'registration',
  'site',
  'subscribers',
  'users',
]

/** What the screens share. */
const adminFloors = ['documents', 'shell', 'editing', 'editor']
const adminBelow = adminFloors.map((folder) => `src/admin/${folder}`)

/** The folders that a call of the browser to the server needs. */
const calls = ['src/domain', 'src/contract', 'src/api']

/**
 * The rooms of the content; each may import those before it. `create-content.ts` alone is above
 * them.
 */
const contentRooms = [
  'frontmatter',
  'markdown',
  'read',
  'catalog',
  'save',
  'check',
  'links',
  'downloads',
  'samples',
  'api',
]

/** What every feature of the server may import. */
const belowFeatures = [
  'src/domain',
  'src/contract',
  'server/platform',
  'server/records',
  'server/http',
]

/**
 * The rows of folders of which each may import those before it, and what is `below` all of them.
 */
function floors(parent: string, names: ReadonlyArray<string>, below: ReadonlyArray<string>) {
  const folders = names.map((name) => `${parent}/${name}`)
  return folders.map((folder, index) => [folder, [...below, ...folders.slice(0, index)]] as const)
}

/** Who may import whom; a folder may always import itself. The first match of a path applies. */
const mayImport: ReadonlyArray<readonly [layer: string, targets: ReadonlyArray<string>]> = [
  ['src/domain', []],
  ['src/styles', []],
  ['src/contract', ['src/domain']],
  ['src/ui', ['src/domain']],
  ['src/api', ['src/domain', 'src/contract']],
  ['src/site', ['src/domain', 'src/contract', 'src/ui', 'src/api']],
  // Inside the admin: documents ← shell ← editing ← editor ← screens. Screens don't import each
  // other.
  ['src/admin/documents', calls],
  ...floors('src/admin', adminFloors, [...calls, 'src/ui']),
  ...adminScreens.map(
    (screen) => [`src/admin/${screen}`, [...calls, 'src/ui', ...adminBelow]] as const,
  ),
  ['src/renderer', ['src/domain', 'src/ui', 'src/styles']],
  ['src/pages', ['src/domain', 'src/ui', 'src/api', 'src/site', 'src/admin', 'src/renderer']],
  // Pages render on the server through vite-plugin-ssr only; only types of the renderer's input are
  // imported.
  ['server/platform', ['src/domain']],
  ['server/records', ['server/platform']],
  ['server/http', ['src/domain', 'src/contract', 'server/platform']],
  ['server/metrics', ['src/domain', 'server/platform']],
  ...floors('server/content', contentRooms, belowFeatures),
  // A feature: its service, stores and routes. Features do not import each other; the composition
  // passes one to another.
  ...[
    'git',
    'content',
    'people',
    'newsletter',
    'media',
    'search',
    'analysis',
    'dashboard',
    'pages',
    'import',
  ].map((feature) => [`server/${feature}`, belowFeatures] as const),
  ['server', ['src/domain', 'src/contract', 'server']],
]

/** Each heavy package has one owner; no other folder may import it. */
const owners: Readonly<Record<string, ReadonlyArray<string>>> = {
  '@orama': ['src/domain/words'],
  'wink-nlp': ['src/domain/text-analysis'],
  'wink-eng-lite-web-model': ['src/domain/text-analysis'],
  'isomorphic-git': ['server/git'],
  'gray-matter': ['server/content'],
  flexsearch: ['server/search'],
  lowdb: ['server/platform', 'server/records'],
  pg: ['server/platform/postgres'],
  'prom-client': ['server/metrics'],
  'iron-session': ['server/people'],
  '@zxcvbn-ts': ['server/people'],
  openai: ['server/analysis'],
  nodemailer: ['server/newsletter'],
  '@milkdown': ['src/admin/editor'],
  'postal-mime': ['src/admin/import'],
  sharp: ['server/media', 'server/analysis'],
  '@resvg': ['server/pages', 'server/import'],
  sax: ['server/import'],
  'smol-toml': ['server/import'],
  '@streamparser': ['server/import'],
  'vite-plugin-ssr': ['src/renderer', 'src/pages', 'server/pages'],
}

const forbiddenNames =
  /(^|[/-])(utils?|helpers?|misc)(?=[/.-]|$)|(^|\/)common(?=[/.]|$)|(^|\/)index\.tsx?$/
const longestFile = 300

const layerOf = (file: string) =>
  mayImport.find(
    ([layer]) => file === layer || file.startsWith(`${layer}/`) || file.startsWith(`${layer}.`),
  )
/** Tests, and the samples that they share. */
const isTest = (file: string) => /\.test\.tsx?$|\/sample-[^/]+\.ts$/.test(file)

/** Every module that a TypeScript source imports, exports from or loads with `import()`. */
export function importsOf(source: string): Array<string> {
  const withoutComments = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const pattern =
    /(?:^|[;\n}])\s*(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]|(?<![/\w])import\s*\(?\s*['"]([^'"\n]+)['"]/g
  return [...withoutComments.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '')
}

function targetOf(file: string, specifier: string): string {
  return /^#(domain|contract)\//.test(specifier)
    ? specifier.replace('#', 'src/')
    : path.posix.join(path.posix.dirname(file), specifier)
}

/**
 * Groups of files that import each other, directly or indirectly: the strongly connected components
 * with more than one file, and files that import themselves. `sources` is the text of each file by
 * path; imports of types count (Tarjan's algorithm).
 */
export function importCircles(sources: ReadonlyMap<string, string>): Array<Array<string>> {
  const circles: Array<Array<string>> = []
  const order = new Map<string, number>()
  const open: Array<string> = []

  /** Returns the lowest order among the open files that `file` reaches. */
  function visit(file: string): number {
    const own = order.size
    order.set(file, own)
    open.push(file)
    const targets = importsOf(sources.get(file) ?? '')
      .filter((specifier) => /^[.#]/.test(specifier))
      .map((specifier) => targetOf(file, specifier))
      .filter((target) => sources.has(target))
    let lowest = own
    for (const target of targets) {
      const reached = order.get(target)
      if (reached === undefined) lowest = Math.min(lowest, visit(target))
      else if (open.includes(target)) lowest = Math.min(lowest, reached)
    }
    if (lowest === own) {
      const group = open.splice(open.indexOf(file))
      if (group.length > 1 || targets.includes(file)) circles.push(group)
    }
    return lowest
  }

  for (const file of sources.keys()) if (!order.has(file)) visit(file)
  return circles
}

/**
 * Pairs of folders that lie side by side and import each other, folders within them included.
 * `sources` holds the text of each file by its path; imports of types count.
 */
export function folderPairs(sources: ReadonlyMap<string, string>): Array<[string, string]> {
  const edges = new Set<string>()
  for (const [file, source] of sources)
    for (const specifier of importsOf(source)) {
      if (!/^[.#]/.test(specifier)) continue
      const [from, to] = [file.split('/'), targetOf(file, specifier).split('/')]
      const parting = from.findIndex((name, at) => name !== to[at])
      // One of the two is a file beside the folder of the other.
      if (parting === -1 || parting >= from.length - 1 || parting >= to.length - 1) continue
      edges.add([from, to].map((names) => names.slice(0, parting + 1).join('/')).join(' '))
    }
  const pairs = [...edges].map((edge): [string, string] => edge.split(' ') as [string, string])
  return pairs.filter(([one, other]) => one < other && edges.has(`${other} ${one}`)).sort()
}

/** The reason why this import breaks the rules, or null. `file` is relative to the root. */
export function importComplaint(file: string, specifier: string): string | null {
  const layer = layerOf(file)
  if (!layer) return `${file} is in a folder that the rules do not name`
  const owner = owners[specifier] ?? owners[specifier.split('/')[0] ?? '']
  if (owner) {
    const owned = owner.some((folder) => file.startsWith(`${folder}/`)) || isTest(file)
    return owned ? null : `${file}: ${specifier} belongs to ${owner.join(', ')}`
  }
  if (specifier.startsWith('node:')) {
    return file.startsWith('src/') && !isTest(file)
      ? `${file}: ${specifier} in code for the browser`
      : null
  }
  if (/^src\/(domain|contract)\//.test(file) && !/^[.#]/.test(specifier) && !isTest(file)) {
    return /^(zod|remark|rehype|unified|mdast|hast|unist|yaml|diff$|decode-named-character-reference$|@sindresorhus\/transliterate$)/.test(
      specifier,
    )
      ? null
      : `${file}: the domain and the contract must not import ${specifier}`
  }
  if (file.startsWith('src/admin/documents/') && /^(@tanstack\/)?react/.test(specifier))
    return `${file}: the documents of the admin work without React`
  if (!/^[.#]/.test(specifier)) return null
  const target = targetOf(file, specifier)
  // Tests are beside their file and use the shared fixtures.
  if (isTest(file) && /^(tests|scripts|src\/domain)\//.test(target)) return null
  if (
    target.startsWith(`${layer[0]}/`) ||
    (layer[0] === 'server' && layerOf(target)?.[0] === 'server')
  )
    return null
  const allowed = layer[1].some(
    (other) => target.startsWith(`${other}/`) || target === `${other}.ts`,
  )
  return allowed ? null : `${file} must not import ${target}`
}

/** The reason why a browser source must not write content; null when it may. */
export function writeComplaint(file: string, source: string): string | null {
  if (
    !file.startsWith('src/') ||
    /^src\/(api|contract|admin\/(documents|editing))\//.test(file) ||
    isTest(file)
  )
    return null
  if (
    importsOf(source).some((specifier) => targetOf(file, specifier) === 'src/api/content-writes.ts')
  )
    return `${file}: content is saved through the queue`
  const unchecked = /\b(?:answerTo|adminRequest)\b/.test(source)
  return unchecked
    ? `${file} calls the server without the functions that say which calls they make`
    : null
}

/**
 * The reason why a source handles keys beside the guard that keeps those of input methods from all
 * handlers; null when it does not.
 */
export function keyComplaint(file: string, source: string): string | null {
  if (!file.startsWith('src/') || file === 'src/ui/input-method.ts' || isTest(file)) return null
  if (/\.isComposing\b|\bkeyCode\b/.test(source))
    return `${file}: src/ui/input-method.ts alone asks for input methods`
  const isFirst =
    /(?:\b(?:window|globalThis|self|inner|content(?:Document|Window))\??\.|(?<![\w.)\]?]))addEventListener\(\s*'key/.test(
      source,
    )
  return isFirst
    ? `${file}: a handler of keys of a window comes before that of src/ui/input-method.ts`
    : null
}

/** The reason why a source asks for the subject of the site by a flag; null when it does not. */
export function subjectComplaint(file: string, source: string): string | null {
  return /\bis(?:Specified|Own)\b/.test(source)
    ? `${file}: what depends on the subject is in subject-data.ts`
    : null
}

/** The reason why this file's name or length breaks the rules, or null. */
export function fileComplaint(file: string, source: string): string | null {
  if (forbiddenNames.test(file) && !file.startsWith('src/pages/'))
    return `${file}: this name says nothing; no barrels either`
  const lines = source.split('\n').length
  if (!isTest(file) && lines > longestFile) return `${file} has ${lines} lines: it holds two ideas`
  if (!/(^|\/)[+@_]?[a-zA-Z0-9@_.-]+$/.test(file)) return `${file}: unusual name`
  if (/(?<!\{)\.{3}\{/.test(source)) return `${file}: an object literal is spread into another`
  const name = path.posix.basename(file).replace(/^\+/, '')
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(client|slow|test|d))*\.tsx?$/.test(name)
  return kebab || file.includes('/+') ? null : `${file}: names are in kebab-case`
}
