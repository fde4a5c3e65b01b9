/** The longest text, in characters, that is still taken for a footer. */
export const longestFooter = 900

/**
 * Words that occur only in texts about the subscription, in the most common languages of
 * newsletters.
 */
const aboutSubscription =
  /\bunsubscribe\b|\bopt[ -]?out\b|(?:manage|update|change|edit)\s+(?:your\s+)?(?:e-?mail\s+|subscription\s+)?(?:preferences|subscription|settings)|(?:view|read|open|see)\s+(?:this\s+|the\s+|it\s+)?(?:e-?mail\s+|message\s+|newsletter\s+|issue\s+)?(?:online|in\s+(?:your|the|a)\s+(?:web\s*)?browser)|(?:you(?:['’]re| are)\s+(?:receiving|getting)\s+this)|why\s+(?:did|am)\s+i\s+(?:get|got|receiv)|no\s+longer\s+(?:want|wish)\s+to\s+receive|abmelden|abbestellen|austragen|im\s+browser\s+(?:ansehen|anzeigen|öffnen|lesen)|se\s+désabonner|désinscri|ne\s+plus\s+recevoir|darse\s+de\s+baja|cancelar\s+(?:la\s+)?suscripci|cancellati|disiscri|afmelden|uitschrijven/i

/** Whether a text is about the subscription. */
export function isFooterText(text: string): boolean {
  return aboutSubscription.test(text)
}

/**
 * Removes the paragraphs about the subscription from a plain text, and the signature after the line
 * `-- ` when it is about the subscription. `dropped` is the number of removed paragraphs.
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
  // A rule above the removed footer.
  while (kept.length > 0 && /^[\s*_=~-]*$/.test(kept.at(-1) ?? '')) kept.pop()
  return { text: kept.join('\n\n'), dropped }
}
