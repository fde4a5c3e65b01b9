import { expect, test } from 'vitest'
import { analyzeText } from './analyze-text.ts'

const about = { about: 'Notes on code', categories: [] }
const analyze = (content: string, own: typeof about | null = null) =>
  analyzeText({ content, contentType: 'article' }, [], own)

const hooks = `Check this out

At Facebook, we often need to share state between the many screens of one large application. Most of the time a custom hook in React is enough for that.

A custom hook in React is a function that calls other hooks, so two components share logic and not state. The plugin of the linter says when a custom hook breaks the rules, and its macros make the simpler version: one generator for the template of every hook.

## Testing a custom hook

Render a component that calls the custom hook, and look at what it shows. A plugin does the same with macros, but the component is simpler.

\`\`\`js
const useToggle = () => useState(false)
\`\`\`

\`\`\`js
test('toggles', () => {})
\`\`\``

test('a title is a phrase about what the text is about, never the first words of a sentence', () => {
  const { title } = analyze(hooks)
  expect(title).toMatch(/hook/i)
  expect(title).not.toMatch(/^(?:Check this|At Facebook)/)
  // A phrase ends where it ends in the text, not in the middle of one.
  expect(title).not.toMatch(/\b(?:a|the|of|in|to|and|is|we)$/i)
})

test('excerpt and meta description are whole sentences of the text that refer to no other', () => {
  const { excerpt, metaDescription } = analyze(hooks)
  for (const text of [excerpt, metaDescription]) {
    expect(hooks).toContain(text)
    expect(text).toMatch(/^[A-Z].*[.!?]$/)
    expect(text).not.toMatch(/^(?:it|this|that|these|they)\b/i)
  }
  expect(excerpt.length).toBeLessThanOrEqual(150)
})

test('words of music are no tags of a text about code, on any site', () => {
  for (const own of [null, about]) {
    const { tags, devices } = analyze(hooks, own)
    expect(tags).toEqual(expect.arrayContaining(['javascript', 'custom hook']))
    for (const tag of ['plugin', 'plug in', 'simpler', 'macros', 'macro control', 'workflow'])
      expect(tags).not.toContain(tag)
    expect(devices).toEqual([])
  }
})

test('a device of Live in a text about music is a tag on the site that is about it only', () => {
  const text =
    'Put the drum break into Simpler and slice it. Simpler plays each slice of the sample from a MIDI pad, and the kick stays in time with the beat.'
  expect(analyze(text).tags).toContain('simpler')
  expect(analyze(text).devices).toEqual(['Simpler'])
  expect(analyze(text, about).devices).toEqual([])
})

test('a release is the title of the text that announces it', () => {
  const text = `We are happy to announce the release of dplyr 1.0.4 today. It is a small one.

The release fixes groups, and joins are faster. You can install dplyr from the archive of packages.

## Groups

Groups keep their order. Every group of rows has a name now.

## Joins

Joins of two tables keep the order of the first one. A join says which rows it lost.`
  expect(analyze(text, about).title).toMatch(/dplyr 1\.0\.4$/i)
})
