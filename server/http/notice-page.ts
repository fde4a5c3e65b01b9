import { directionOf } from '#domain/site/direction.ts'
import type { TextsOf } from '#domain/site/text-of.ts'
import type { TextKey } from '#domain/site/texts/en.ts'
import type { SiteSettings } from '#domain/site-settings.ts'
import { escapeHtml } from '../platform/escape-html.ts'

/** The words of the site, and the language that they are in. */
export interface SiteWords {
  language: SiteSettings['language']
  text: TextsOf<TextKey>
}

/**
 * What a short page says: the keys of its title and its text, and the values for the words in
 * braces.
 */
export interface Notice {
  title: TextKey
  text: TextKey
  values?: Readonly<Record<string, string | number>>
}

/**
 * A page without styles and scripts, for answers that are given without the pages of the site.
 * `words` are null as long as the site is not loaded; then its status alone says what is the
 * matter, in every language.
 */
export function noticePage(
  words: SiteWords | null,
  status: number,
  { title, text, values }: Notice,
): string {
  const said = words && {
    title: words.text(title, values),
    text: words.text(text, values),
    home: words.text('noticeHome'),
  }
  const {
    title: heading,
    text: more,
    home,
  } = said ?? { title: String(status), text: '', home: '↩' }
  const language = words?.language ?? 'en'
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(heading)}</title></head>
<body><h1>${escapeHtml(heading)}</h1><p>${escapeHtml(more)}</p><p><a href="/">${escapeHtml(home)}</a></p></body>
</html>
`
}
