import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** Everything that shiki's theme of variables can name, but plain text. */
const tokens =
  'keyword string string-expression constant function parameter comment punctuation link inserted deleted changed'.split(
    ' ',
  )

/** Relative luminance of a color `#rrggbb` (WCAG 2). */
function luminance(color: string) {
  const channel = (at: number) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

function contrast(one: string, other: string) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

test('every part of code has a color that can be read on its background, light and dark', async () => {
  const colors = await readFile(new URL('./code-colors.css', import.meta.url), 'utf8')
  const theme = await readFile(new URL('./theme.css', import.meta.url), 'utf8')
  const pair = (name = '') =>
    new RegExp(`${name}: light-dark\\((#\\w{6}), (#\\w{6})\\);`).exec(theme)
  const prose = await readFile(new URL('./prose.css', import.meta.url), 'utf8')
  const [, back] = /\.prose pre \{[^}]*background: var\((--[\w-]+)\)/.exec(prose)!
  const [, lightBack, darkBack] = pair(back)!
  for (const token of tokens) {
    const rule = pair(
      new RegExp(`\\.tok-${token}[ ,)][^}]*color: var\\((--[\\w-]+)\\)`).exec(colors)?.[1] ??
        'none',
    )
    expect(rule, token).toBeTruthy()
    expect(contrast(rule![1]!, lightBack!), token).toBeGreaterThanOrEqual(4.5)
    expect(contrast(rule![2]!, darkBack!), token).toBeGreaterThanOrEqual(4.5)
  }
})
