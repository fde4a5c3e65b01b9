import { join } from 'node:path'
import { attributePattern } from './attribute-pattern.ts'
import { readText } from './effective-config.ts'

/** Attributes that change what git stores for a file. */
const converting = ['filter', 'text', 'crlf', 'eol', 'ident', 'working-tree-encoding']

/** What a file's attributes say, and where the last word on each was said. `true` is set, `false` unset (`-text`), text is a value. */
export type Attributes = ReadonlyMap<string, { value: string | boolean; file: string }>

interface Rule {
  matches(path: string): boolean
  settings: Array<[name: string, value: string | boolean | null]>
  file: string
}

const builtIn = new Map([['binary', 'binary -diff -merge -text']])

/**
 * Attributes, of those that change what git stores, of a file at `path` of the work tree. Reads the person's own file, `.gitattributes` of each folder
 * on the way, and `info/attributes`, in the order in which git lets the later one win.
 */
export function attributesOf(
  place: { workTree: string; commonDir: string },
  path: string,
  own: ReadonlyArray<string>,
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
      return { file: join(place.workTree, folder, '.gitattributes'), label: `${folder}.gitattributes`, folder }
    }),
    { file: join(place.commonDir, 'info', 'attributes'), label: 'info/attributes', folder: '' },
  ]
  const found = new Map<string, { value: string | boolean; file: string }>()
  for (const { file, label, folder } of sources)
    for (const rule of rulesIn(readText(file), label, folder, macros))
      if (rule.matches(path))
        for (const [name, value] of rule.settings)
          if (!converting.includes(name)) continue
          else if (value === null) found.delete(name)
          else found.set(name, { value, file: rule.file })
  return found
}

function rulesIn(text: string, file: string, folder: string, macros: Map<string, string>): Array<Rule> {
  const rules: Array<Rule> = []
  for (const line of text.split('\n')) {
    const parts = /^\s*(?:"((?:[^"\\]|\\.)*)"|([^\s"#]\S*))(?:\s+(.*))?$/.exec(line.replace(/\r$/, ''))
    if (parts === null) continue
    const pattern = parts[1]?.replace(/\\(.)/g, '$1') ?? parts[2]!
    if (pattern.startsWith('[attr]')) macros.set(pattern.slice('[attr]'.length), parts[3] ?? '')
    else
      rules.push({
        matches: attributePattern(pattern, folder),
        settings: settingsOf(parts[3] ?? '', macros),
        file,
      })
  }
  return rules
}

/** `text=auto -ident filter=lfs !eol` with macros replaced by what they stand for. Within a line the later word wins. */
function settingsOf(text: string, macros: ReadonlyMap<string, string>, depth = 0): Rule['settings'] {
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .flatMap((word): Rule['settings'] => {
      const [, sign, name, value] = /^([-!]?)([^=]*)(?:=(.*))?$/.exec(word)!
      const macro = sign === '' && depth < 5 ? macros.get(name!) : undefined
      const own: Rule['settings'] = [[name!, sign === '-' ? false : sign === '!' ? null : (value ?? true)]]
      return macro === undefined ? own : [...own, ...settingsOf(macro, withoutMacro(macros, name!), depth + 1)]
    })
}

function withoutMacro(macros: ReadonlyMap<string, string>, name: string): ReadonlyMap<string, string> {
  return new Map([...macros].filter(([macro]) => macro !== name))
}
