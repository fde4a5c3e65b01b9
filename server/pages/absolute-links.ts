/** Sanitised HTML of the page `link` whose links and pictures on this site carry the origin, for readers that show it elsewhere. */
export function absoluteLinks(html: string, siteUrl: string, link: string): string {
  return html
    .replace(/( (?:href|src)=")(\/(?!\/))/g, `$1${siteUrl}$2`)
    .replace(/( href=")#/g, `$1${link}#`)
    .replace(
      / srcset="([^"]*)"/g,
      (_, list: string) => ` srcset="${list.replace(/(^|,\s*)(\/(?!\/))/g, `$1${siteUrl}$2`)}"`,
    )
}
