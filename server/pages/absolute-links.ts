/**
 * Makes links and pictures of this site absolute in the sanitised HTML of the page `link`, for feed readers that show
 * it elsewhere.
 */
export function absoluteLinks(html: string, siteUrl: string, link: string): string {
  return html
    .replace(/( (?:href|src)=")(\/(?!\/))/g, `$1${siteUrl}$2`)
    .replace(/( href=")#/g, `$1${link}#`)
    .replace(
      / srcset="([^"]*)"/g,
      (_, list: string) => ` srcset="${list.replace(/(^|,\s*)(\/(?!\/))/g, `$1${siteUrl}$2`)}"`,
    )
}
