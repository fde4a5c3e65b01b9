import { z } from 'zod'
import { type PartName, partNames } from '../content.ts'
import { contrast, hexColor, textContrast } from './colors.ts'
import { textFlag } from './text-flag.ts'

/**
 * The colors of the theme that a site can change, as pairs for the light and the dark scheme; the
 * values are those of `styles/theme.css`.
 */
export const themeColors = {
  paper: ['#f6f1e7', '#141317'],
  surface: ['#fffdf8', '#1d1b20'],
  sunk: ['#ece5d6', '#232127'],
  ink: ['#17161a', '#f4efe6'],
  soft: ['#3b3840', '#d5cfc4'],
  muted: ['#5d584f', '#aaa398'],
  line: ['#dbd2bf', '#37343c'],
  accent: ['#ff6a2b', '#ff6a2b'],
  'accent-ink': ['#a83608', '#ff9a6c'],
} as const satisfies Readonly<Record<string, readonly [light: string, dark: string]>>
export type ThemeColor = keyof typeof themeColors

/** Texts and the grounds that they stand on. */
const pairs: ReadonlyArray<readonly [text: ThemeColor, ground: ThemeColor]> = (
  ['ink', 'soft', 'muted', 'accent-ink'] as const
).flatMap((text) =>
  (['paper', 'surface', 'sunk'] as const).map((ground) => [text, ground] as const),
)

/**
 * What texts on the accent may be, the first with enough contrast: on each color, black or white
 * has more than 4.58.
 */
const inksOnAccent = ['#17161a', '#ffffff', '#000000'] as const

/**
 * The color of texts on an accent, such as those of buttons; its contrast is that of WCAG AA or
 * more on every color.
 */
export function inkOnAccent(accent: string): string {
  return inksOnAccent.find((ink) => contrast(ink, accent) >= textContrast) ?? '#000000'
}

const color = z.union(
  [hexColor, z.strictObject({ light: hexColor, dark: hexColor })],
  'Write a color as #rrggbb',
)
type GivenColors = { [Name in ThemeColor]?: z.infer<typeof color> | undefined }

/** The light and the dark tone of every color, with those of the site. */
export function tonesOf(
  given: GivenColors,
): Record<ThemeColor, readonly [light: string, dark: string]> {
  const names = Object.keys(themeColors) as Array<ThemeColor>
  return Object.fromEntries(
    names.map((name) => {
      const own = given[name]
      if (own === undefined) return [name, themeColors[name]]
      return [name, typeof own === 'string' ? [own, own] : [own.light, own.dark]]
    }),
  ) as unknown as Record<ThemeColor, readonly [string, string]>
}

const colors = z
  .strictObject(
    Object.fromEntries(Object.keys(themeColors).map((name) => [name, color.optional()])) as {
      [Name in ThemeColor]: z.ZodOptional<typeof color>
    },
  )
  .superRefine((given, context) => {
    const tones = tonesOf(given)
    for (const [text, ground] of pairs) {
      if (given[text] === undefined && given[ground] === undefined) continue
      for (const [index, scheme] of (['light', 'dark'] as const).entries()) {
        const [over, under] = [tones[text][index] ?? '', tones[ground][index] ?? '']
        if (contrast(over, under) >= textContrast) continue
        const named = given[text] === undefined ? ground : text
        context.addIssue({
          code: 'custom',
          path: [named],
          message: `${text} on ${ground} has a contrast of ${ratioOf(over, under)} in the ${scheme} theme; WCAG AA asks for ${textContrast}`,
        })
      }
    }
  })

/** A contrast with one digit, which is never more than it is. */
function ratioOf(one: string, other: string): number {
  return Math.floor(contrast(one, other) * 10) / 10
}

/** Families of fonts that need no file of another site. */
export const fontStacks = {
  bricolage: '"Bricolage Grotesque", "Bricolage Fallback", system-ui, sans-serif',
  literata:
    '"Literata", "Literata Fallback", "Literata Fallback Noto", "Literata Fallback Times", serif',
  sans: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  serif: 'Charter, "Bitstream Charter", "Sitka Text", Cambria, Georgia, serif',
  rounded:
    'ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, Comfortaa, Nunito, system-ui, sans-serif',
  old_style: '"Iowan Old Style", "Palatino Linotype", "URW Palladio L", P052, Georgia, serif',
  mono: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace',
} as const
const font = z.enum(
  Object.keys(fontStacks) as [keyof typeof fontStacks, ...Array<keyof typeof fontStacks>],
  `A font is one of ${Object.keys(fontStacks).join(', ')}`,
)

export const theme = z.strictObject({
  colors: colors
    .optional()
    .describe('A color as #rrggbb, or one for each theme: {light: …, dark: …}.'),
  fonts: z.strictObject({ headings: font.optional(), text: font.optional() }).optional(),
})
export type Theme = z.infer<typeof theme>

/** A picture of the site, such as its logo. */
export const sitePicture = z
  .string()
  .trim()
  .max(300)
  .regex(/^\/media\/[^\s?#]+$/, 'A picture of the site is a file below /media/')

const link = z.strictObject({
  label: z.string().trim().min(1, 'A link needs a label').max(60),
  url: z
    .string()
    .trim()
    .max(500)
    .regex(/^(?:\/(?!\/)\S*|https?:\/\/\S+)$/, 'An address starts with / or https://'),
})

export const navigation = z
  .array(
    link.extend({
      mobile: textFlag.default(true).describe('Whether the menu on phones has it.'),
    }),
  )
  .max(6, 'At most 6 links')
  .describe('The links of the header.')

export const footer = z.strictObject({
  links: z.array(link).max(16, 'At most 16 links').optional().describe('The quick links.'),
  legal: z
    .array(link)
    .max(8, 'At most 8 links')
    .optional()
    .describe('The line at the end of the page.'),
})

const part = textFlag.default(true)
export const parts = z
  .strictObject(
    Object.fromEntries(partNames.map((name) => [name, part])) as Record<PartName, typeof part>,
  )
  .describe('Which parts the site has; a part that is off has no pages, links, feeds or results.')
export type Parts = z.infer<typeof parts>
export type LinkSettings = z.infer<typeof link>
