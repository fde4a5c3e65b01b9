/** Colors of a mail by the class that carries them: light ones stand inline, dark ones in the style sheet of those programs that read one. */
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

/** The inline style of the colors' light side. */
export function colorStyle(...names: ReadonlyArray<MailColor>): string {
  return names.map((name) => `${mailColors[name].property}:${mailColors[name].light}`).join(';')
}

/** Rules for programs that have a dark mode and read style sheets; `!important` since the light side stands inline. */
export const darkRules = Object.entries(mailColors)
  .map(([name, { property, dark }]) => `.${name}{${property}:${dark}!important}`)
  .join('')

/** Backgrounds of `<mark data-color>`, light enough for dark letters in either mode. */
export const markBackgrounds: Readonly<Record<string, string>> = {
  yellow: '#ffe27a',
  green: '#bfe8b0',
  blue: '#bcdcff',
  pink: '#ffc9dd',
  orange: '#ffcfa3',
  purple: '#dccdff',
  red: '#ffc2bb',
}
