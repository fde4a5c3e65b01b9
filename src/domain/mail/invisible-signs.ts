const signs = /\u200b|\u200c|\u200d|\u00ad|\u034f|\ufeff|\u2007/g

/** Removes zero-width characters, with which mails pad their preview text. */
export function withoutInvisible(text: string): string {
  return text.replace(signs, '')
}
