import type { Element, ElementContent, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import type { HighlighterCore, LanguageInput } from 'shiki/core'
import { visit } from 'unist-util-visit'
import { codeIn } from '#domain/code-languages.ts'
import { classesOf, h } from '#domain/html-tree.ts'
import type { BodyTextOf } from './body-texts.ts'

interface CodeLanguage {
  /** The name that readers see, in every language; empty for settings of a device. */
  label: string
  /** The grammar's own name. */
  grammar: string
  /** What writers put after the fence. */
  names: ReadonlyArray<string>
  load: LanguageInput
}

/** Code in any other language has no colors. */
const languages: ReadonlyArray<CodeLanguage> = [
  {
    label: 'TypeScript',
    grammar: 'typescript',
    names: ['ts', 'typescript', 'mts', 'cts'],
    load: () => import('shiki/langs/typescript.mjs'),
  },
  {
    label: 'JavaScript',
    grammar: 'javascript',
    names: ['js', 'javascript', 'mjs', 'cjs'],
    load: () => import('shiki/langs/javascript.mjs'),
  },
  {
    label: 'TSX',
    grammar: 'tsx',
    names: ['tsx', 'jsx'],
    load: () => import('shiki/langs/tsx.mjs'),
  },
  {
    label: 'JSON',
    grammar: 'json',
    names: ['json', 'jsonc', 'json5'],
    load: () => import('shiki/langs/json.mjs'),
  },
  // Settings with a fault (`device-panel.ts`).
  {
    label: '',
    grammar: 'yaml',
    names: ['device'],
    load: () => import('shiki/langs/yaml.mjs'),
  },
  {
    label: 'YAML',
    grammar: 'yaml',
    names: ['yaml', 'yml'],
    load: () => import('shiki/langs/yaml.mjs'),
  },
  {
    label: 'Shell',
    grammar: 'shellscript',
    names: ['bash', 'sh', 'shell', 'zsh', 'shellscript', 'console'],
    load: () => import('shiki/langs/shellscript.mjs'),
  },
  {
    label: 'HTML',
    grammar: 'html',
    names: ['html', 'xml', 'svg'],
    load: () => import('shiki/langs/html.mjs'),
  },
  {
    label: 'CSS',
    grammar: 'css',
    names: ['css'],
    load: () => import('shiki/langs/css.mjs'),
  },
  {
    label: 'Markdown',
    grammar: 'markdown',
    names: ['md', 'markdown'],
    load: () => import('shiki/langs/markdown.mjs'),
  },
  {
    label: 'Python',
    grammar: 'python',
    names: ['python', 'py'],
    load: () => import('shiki/langs/python.mjs'),
  },
  {
    label: 'Diff',
    grammar: 'diff',
    names: ['diff', 'patch'],
    load: () => import('shiki/langs/diff.mjs'),
  },
]

const languageOf: ReadonlyMap<string, CodeLanguage> = new Map(
  languages.flatMap((language) => language.names.map((name) => [name, language] as const)),
)

/**
 * Characters. More code than this in one body is not colored: that would take longer than all other
 * steps.
 */
const maxCodeLength = 30_000
const maxLineLength = 2_000

interface ColorableCode {
  code: Element
  language: CodeLanguage
  text: string
}

/**
 * Gives code blocks of a sanitised tree a label and makes them focusable, because they scroll.
 * Returns those that can be colored.
 */
export function describeCode(tree: Root, say: BodyTextOf): Array<ColorableCode> {
  const colorable: Array<ColorableCode> = []
  let left = maxCodeLength
  visit(tree, 'element', (pre) => {
    if (pre.tagName !== 'pre') return
    const code = codeIn(pre)
    const name = code ? languageName(code) : ''
    const language = languageOf.get(name)
    Object.assign(pre.properties, { tabIndex: 0, role: 'group' })
    pre.properties.ariaLabel = language
      ? say('codeNamed', { language: language.label || say('codeDevice') })
      : say(code ? 'code' : 'preformatted')
    if (name) pre.properties.dataLanguage = name
    if (!code || !language) return
    const text = textOf(code)
    left -= text.length
    if (left < 0 || text.split('\n').some((line) => line.length > maxLineLength)) return
    colorable.push({ code, language, text })
  })
  return colorable
}

/**
 * Creates the step that colors code with class names (`tok-keyword`, …;
 * `src/styles/code-colors.css` gives the colors), so that the page needs no inline style. Grammars
 * are loaded when a body first uses them.
 */
export function createCodeColorer() {
  let highlighter: Promise<HighlighterCore> | undefined

  return async (blocks: Array<ColorableCode>): Promise<void> => {
    for (const { code, language, text } of blocks) {
      highlighter ??= loadHighlighter()
      code.children = await colored(await highlighter, language, text)
    }
  }
}

function languageName(code: Element): string {
  const name = classesOf(code).find((known) => known.startsWith('language-'))
  return name?.slice('language-'.length).toLowerCase() ?? ''
}

async function loadHighlighter(): Promise<HighlighterCore> {
  const [{ createHighlighterCore, createCssVariablesTheme }, { createJavaScriptRegexEngine }] =
    await Promise.all([import('shiki/core'), import('shiki/engine/javascript')])
  return createHighlighterCore({
    // The colors of this theme are a fixed set of variable names, which become class names.
    themes: [createCssVariablesTheme({ name: 'tokens', variablePrefix: '' })],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
}

async function colored(highlighter: HighlighterCore, language: CodeLanguage, text: string) {
  await highlighter.loadLanguage(language.load)
  const { tokens } = highlighter.codeToTokens(text, {
    lang: language.grammar,
    theme: 'tokens',
    // No time limit per line: on a busy machine it would leave some code uncolored. The worker
    // limits the whole text.
    tokenizeTimeLimit: 0,
  })
  const nodes: Array<ElementContent> = []
  const add = (value: string, name: string | null) => {
    const last = nodes.at(-1)
    if (name) {
      nodes.push(h('span', { className: [`tok-${name}`] }, value))
    } else if (last?.type === 'text') last.value += value
    else nodes.push({ type: 'text', value })
  }
  for (const [index, line] of tokens.entries()) {
    if (index > 0) add('\n', null)
    for (const token of line) {
      const name = token.content.trim() ? /token-([a-z-]+)/.exec(token.color ?? '')?.[1] : undefined
      add(token.content, name ?? null)
    }
  }
  return nodes
}
