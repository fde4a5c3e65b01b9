const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/**
 * The visible words of one line or paragraph of Markdown: link texts, no pictures, no markup. Uses bounded patterns
 * instead of a parser, so that the time is linear for any input.
 */
export function plainLine(markdown: string): string {
  return markdown
    .replace(/!\[[^[\]\n]{0,500}\](?:\([^()\n]{0,1000}\)|\[[^[\]\n]{0,200}\])/g, ' ')
    .replace(/\[([^[\]\n]{1,500})\](?:\([^()\n]{0,1000}\)|\[[^[\]\n]{0,200}\])/g, '$1')
    .replace(/\[\^[\w-]{1,60}\]/g, '')
    .replace(/<(https?:\/\/[^\s<>]{1,1000})>/g, '$1')
    .replace(/<\/?[a-z][^<>]{0,1000}>/gi, '')
    .replace(/(`{1,3})([^`\n]{1,500})\1/g, '$2')
    .replace(/\*{1,3}(?=\S)|(?<=\S)\*{1,3}/g, '')
    .replace(/(?<![\p{L}\p{N}])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}])/gu, '')
    .replace(/~~/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => entities[name] as string)
    .replace(/\s+/g, ' ')
    .trim()
}
