const signs = /\u200b|\u200c|\u200d|\u00ad|\u034f|\ufeff|\u2007/g

/** A text without the signs that take no place: mails pad the preview of their beginning with them. */
export function withoutInvisible(text: string): string {
  return text.replace(signs, '')
}
