import { join } from 'node:path'
import { attributePattern } from './attribute-pattern.ts'
import { readText } from './config.ts'

/** Attributes that change what git stores for a file. */
const converting = ['filter', 'text', 'crlf', 'eol', 'ident', 'working-tree-encoding']

/**
 * The attributes of a file, and the file that defines each. `true` is set, `false` unset (`-text`),
 * a string is a value.
 */
export type Attributes = ReadonlyMap<string, { value: string | boolean; file: string }>

/** Null resets an attribute. */
type Value = string | boolean | null
type Setting = [name: string, value: Value]

interface Rule {
  matches(path: string): boolean
  settings: Array<Setting>
  file: string
}

const builtIn = new Map([['binary', '-diff -merge -text']])

/**
 * The attributes of a file at `path` of the work tree, limited to those that change what git
 * stores. Reads the user's file, the `.gitattributes` of each folder on the path, and
 * `info/attributes`; later ones take precedence, as in git. `read` returns the text of such a file.
 */
export function attributesOf(
  place: { workTree: string; commonDir: string },
  path: string,
  own: ReadonlyArray<string>,
  read = readText,
): Attributes {
  const macros = new Map(builtIn)
  const names = path.split('/')
  const sources = [
    ...own.map((file) => ({ file, label: file, folder: '' })),
    ...names.map((_, depth) => {
      const folder = names
        .slice(0, depth)
        .map((name) => `${name}/`)
        .join('')
      return {
        file: join(place.workTree, folder, '.gitattributes'),
        label: `${folder}.gitattributes`,
        folder,
      }
    }),
    { file: join(place.commonDir, 'info', 'attributes'), label: 'info/attributes', folder: '' },
  ]
  // From the last setting to the first, as in git: the first one found decides, and a macro counts
  // only while its attributes are undecided.
  const decided = new Map<string, { value: Value; file: string }>()
  const decide = ([name, value]: Setting, file: string) => {
    if (decided.has(name)) return
    decided.set(name, { value, file })
    if (value === true)
      for (const setting of settingsOf(macros.get(name) ?? '').reverse()) decide(setting, file)
  }
  const rules = sources.flatMap(({ file, label, folder }) =>
    rulesIn(read(file), label, folder, macros),
  )
  for (const { matches, settings, file } of rules.reverse())
    if (matches(path)) for (const setting of settings.reverse()) decide(setting, file)
  const found = new Map<string, { value: string | boolean; file: string }>()
  for (const name of converting) {
    const said = decided.get(name)
    if (said !== undefined && said.value !== null)
      found.set(name, { value: said.value, file: said.file })
  }
  return found
}

function rulesIn(
  text: string,
  file: string,
  folder: string,
  macros: Map<string, string>,
): Array<Rule> {
  const rules: Array<Rule> = []
  for (const line of text.split('\n')) {
    const parts = /^\s*(?:"((?:[^"\\]|\\.)*)"|([^\s"#]\S*))(?:\s+([\s\S]*))?$/.exec(
      line.replace(/\r$/, ''),
    )
    if (parts === null) continue
    const pattern = parts[1]?.replace(/\\(.)/g, '$1') ?? parts[2]!
    if (pattern.startsWith('[attr]')) macros.set(pattern.slice('[attr]'.length), parts[3] ?? '')
    else
      rules.push({
        matches: attributePattern(pattern, folder),
        settings: settingsOf(parts[3] ?? ''),
        file,
      })
  }
  return rules
}

/** Parses `text=auto -ident filter=lfs !eol`. */
function settingsOf(text: string): Array<Setting> {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .map((word): Setting => {
      const [, sign, name, value] = /^([-!]?)([^=]*)(?:=(.*))?$/.exec(word)!
      return [name!, sign === '-' ? false : sign === '!' ? null : (value ?? true)]
    })
}
