/** The marks of lists in other programs, at the start of a line; "· " and "→ " are among them. */
const bullet = /^(\s*)[•‣◦▪▫●○■□∙·⁃➤►▶✓✔➔→]\s*(?=\S)/

/** Whether a line is an item of a list, by the mark of another program. */
export function hasBullet(line: string): boolean {
  return bullet.test(line)
}

/** The line with Markdown's mark in place of another program's. */
export function withMarkdownBullet(line: string): string {
  return line.replace(bullet, '$1- ')
}

/** The line without the mark of its item. */
export function withoutBullet(line: string): string {
  return line.replace(bullet, '')
}
