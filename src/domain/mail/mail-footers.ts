/** A footer of a mail has no more letters than this. */
export const longestFooter = 900

/** Words that only a text about the subscription itself has, in the languages that newsletters come in most. */
const aboutSubscription =
  /\bunsubscribe\b|\bopt[ -]?out\b|(?:manage|update|change|edit)\s+(?:your\s+)?(?:e-?mail\s+|subscription\s+)?(?:preferences|subscription|settings)|(?:view|read|open|see)\s+(?:this\s+|the\s+|it\s+)?(?:e-?mail\s+|message\s+|newsletter\s+|issue\s+)?(?:online|in\s+(?:your|the|a)\s+(?:web\s*)?browser)|(?:you(?:['’]re| are)\s+(?:receiving|getting)\s+this)|why\s+(?:did|am)\s+i\s+(?:get|got|receiv)|no\s+longer\s+(?:want|wish)\s+to\s+receive|abmelden|abbestellen|austragen|im\s+browser\s+(?:ansehen|anzeigen|öffnen|lesen)|se\s+désabonner|désinscri|ne\s+plus\s+recevoir|darse\s+de\s+baja|cancelar\s+(?:la\s+)?suscripci|cancellati|disiscri|afmelden|uitschrijven/i

/** Whether a text is about the subscription and not about what the mail tells. */
export function isFooterText(text: string): boolean {
  return aboutSubscription.test(text)
}

/**
 * A plain text without the paragraphs about the subscription, and without what follows the line `-- ` when that is about it. `dropped` says how many went.
 */
export function withoutTextFooters(text: string): { text: string; dropped: number } {
  const lines = text.replace(/\r\n?/g, '\n')
  const signature = /^-- ?\n([\s\S]*)$/m.exec(lines)
  const tail = signature?.[1]
  const body =
    signature && tail !== undefined && tail.length <= longestFooter && isFooterText(tail)
      ? lines.slice(0, signature.index)
      : lines
  let dropped = body === lines ? 0 : 1
  const kept = body.split(/\n{2,}/).filter((paragraph) => {
    const goes = paragraph.length <= longestFooter && isFooterText(paragraph)
    if (goes) dropped += 1
    return !goes
  })
  // A rule that stood above the footer.
  while (kept.length > 0 && /^[\s*_=~-]*$/.test(kept.at(-1) ?? '')) kept.pop()
  return { text: kept.join('\n\n'), dropped }
}
