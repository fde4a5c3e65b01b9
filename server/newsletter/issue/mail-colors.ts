/**
 * Colors by class name: the light value is written inline, the dark one into the style sheet for
 * programs that support dark mode.
 */
export const mailColors = {
  paper: { property: 'background-color', light: '#f6f1e7', dark: '#141317' },
  sheet: { property: 'background-color', light: '#fffdf8', dark: '#1d1b20' },
  sunk: { property: 'background-color', light: '#ece5d6', dark: '#2a2830' },
  ink: { property: 'color', light: '#17161a', dark: '#f4efe6' },
  soft: { property: 'color', light: '#3b3840', dark: '#d5cfc4' },
  muted: { property: 'color', light: '#5d584f', dark: '#aaa398' },
  link: { property: 'color', light: '#a83608', dark: '#ff9a6c' },
  line: { property: 'border-color', light: '#dbd2bf', dark: '#45414b' },
} as const
export type MailColor = keyof typeof mailColors

/** Inline style with the light values of these colors. */
export function colorStyle(...names: ReadonlyArray<MailColor>): string {
  return names.map((name) => `${mailColors[name].property}:${mailColors[name].light}`).join(';')
}

/** CSS rules for dark mode; `!important` overrides the inline light values. */
export const darkRules = Object.entries(mailColors)
  .map(([name, { property, dark }]) => `.${name}{${property}:${dark}!important}`)
  .join('')

/** Backgrounds of `<mark data-color>`, light enough for dark text in both modes. */
export const markBackgrounds: Readonly<Record<string, string>> = {
  yellow: '#ffe27a',
  green: '#bfe8b0',
  blue: '#bcdcff',
  pink: '#ffc9dd',
  orange: '#ffcfa3',
  purple: '#dccdff',
  red: '#ffc2bb',
}
