import type { CategorySettings } from './category-settings.ts'
import { tonesOfColor } from './category-tones.ts'
import { fontStacks, inkOnAccent, type Theme, type ThemeColor, tonesOf } from './look-settings.ts'
import { unchangedCategories } from './starting-categories.ts'
import { subjectOf } from './subject.ts'
import { designOf } from './vocabulary.ts'
import type { VocabularySettings } from './vocabulary-settings.ts'

/** The settings that decide how a site looks. */
export interface LookSettings extends Pick<VocabularySettings, 'subject' | 'categories'> {
  theme?: Theme | undefined
}

/**
 * The address of the style sheet of a site that does not look like the specification's; null for
 * that one.
 */
export function styleAddress(look: LookSettings): string | null {
  return look.categories || look.theme
    ? `/theme/${designOf([look.categories, look.theme])}/site.css`
    : null
}

/**
 * The categories whose tones are made from their color: the others have those of the built style
 * sheet.
 */
function coloredCategories(look: LookSettings): ReadonlyArray<CategorySettings> {
  const unchanged = unchangedCategories(look)
  return (look.categories ?? []).filter((one) => !unchanged.includes(one))
}

/**
 * The tones of a category of `site.yaml`; null for an unknown one, and for one that is as the site
 * came.
 */
export function categoryTones(key: string, look: LookSettings) {
  const color = coloredCategories(look).find((one) => one.key === key)?.color
  const { sunk } = tonesOf(look.theme?.colors ?? {})
  return color === undefined ? null : tonesOfColor(color, sunk)
}

/** The inks of a cover: those of a category, or of the accent. */
export function coverInks(key: string, look: LookSettings) {
  const { accent, sunk } = tonesOf(look.theme?.colors ?? {})
  return (categoryTones(key, look) ?? tonesOfColor(accent[0], sunk)).inks
}

/**
 * The style sheet with the colors and fonts of a site. Its rules are in no layer, so that they win
 * over those of the built style sheet.
 */
export function siteStyles(look: LookSettings): string {
  const { categories = [], theme = {} } = look
  const { colors = {}, fonts = {} } = theme
  const tones = tonesOf(colors)
  const own = (Object.keys(colors) as Array<ThemeColor>).filter(
    (name) => colors[name] !== undefined,
  )
  const root = [
    ...own.map((name) => `--color-${name}: light-dark(${tones[name].join(', ')})`),
    ...(colors.accent
      ? [`--color-on-accent: light-dark(${tones.accent.map(inkOnAccent).join(', ')})`]
      : []),
    ...(fonts.headings ? [`--font-display: ${fontStacks[fonts.headings]}`] : []),
    ...(fonts.text ? [`--font-text: ${fontStacks[fonts.text]}`] : []),
    ...(categories.length > 0
      ? [`--clip-strip: ${strip(categories.map(({ color }) => color))}`]
      : []),
    ...((categories.length > 0 && subjectOf(look) === 'own') || colors.accent
      ? categoryStyles(tones.accent[0], tones.sunk)
      : []),
  ]
  const rules = coloredCategories(look).map(({ key, color }) =>
    rule(`[data-category="${key}"]`, categoryStyles(color, tones.sunk)),
  )
  return [rule(':root', root), ...rules].join('\n')
}

/** The tones of a category with this color, or of what has none. */
function categoryStyles(color: string, sunk: readonly [string, string]): Array<string> {
  const { inks, text } = tonesOfColor(color, sunk)
  return [
    `--cat-clip: ${color}`,
    `--cat-fill: light-dark(${inks.soft}, ${inks.deep})`,
    `--cat-on: light-dark(#17161a, ${inks.soft})`,
    `--cat-ink: light-dark(${text.join(', ')})`,
  ]
}

function strip(colors: ReadonlyArray<string>): string {
  const edge = (at: number) => `${((at * 100) / colors.length).toFixed(2)}%`
  const stops = colors.map((color, index) => `${color} 0 ${edge(index + 1)}`)
  return `linear-gradient(to right, ${stops.join(', ')})`
}

function rule(selector: string, declarations: ReadonlyArray<string>): string {
  return `${selector} {\n${declarations.map((one) => `  ${one};\n`).join('')}}`
}
