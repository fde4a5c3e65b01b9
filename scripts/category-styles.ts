import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { categoryColors, storedCategories } from '#domain/categories.ts'

const ink = '#17161a'

const rule = (
  selector: string,
  strip: string,
  [soft, deep]: readonly [string, string],
  text: readonly [string, string],
) =>
  [
    `  ${selector} {`,
    `    --cat-clip: ${strip};`,
    `    --cat-fill: light-dark(${soft}, ${deep});`,
    `    --cat-on: light-dark(${ink}, ${soft});`,
    `    --cat-ink: light-dark(${text.join(', ')});`,
    '  }',
  ]
    .join('\n')
    .toLowerCase()

/** The style sheet with the colors of every category, and of items without one. */
export function categoryStyles(): string {
  const rules = storedCategories.map((category) => {
    const { inks, strip, text } = categoryColors(category)
    return rule(`[data-category="${category}"]`, strip, [inks.soft, inks.deep], text)
  })
  return `/*
 * Made by \`npm run styles:categories\` from src/domain/categories.ts. --cat-clip is the full tone, for strips and marks without text; --cat-fill is a
 * surface and --cat-on what is written on it; --cat-ink is the hue as text on the page.
 */
@layer base {
${[rule(':root', '#e8482b', ['#f9cdbb', '#471608'], ['#a8300f', '#ff9a7c']), ...rules].join('\n')}
}
`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(
    path.join(import.meta.dirname, '..', 'src', 'styles', 'categories.css'),
    categoryStyles(),
  )
