/** In a value: what fetches (`url()` and what else names a file), and what stands for another value or is not resolved yet. */
const mayFetch = /\b(?:url|src|image|image-set|cross-fade|element|paint|var|env|attr)\(|\\/i

/**
 * Takes out of a style what could fetch something. It is looked at as the browser has read it, so that no spelling (`u\rl(…)`) passes; variables go, since
 * they keep their text unread.
 */
export function dropFetching(style: CSSStyleDeclaration): void {
  for (const name of [...style])
    if (name.startsWith('--') || mayFetch.test(style.getPropertyValue(name))) style.removeProperty(name)
}

/** The same for all rules of a style sheet, those within others too. */
export function dropFetchingRules(rules: CSSRuleList): void {
  for (const rule of rules) {
    if ('style' in rule) dropFetching(rule.style as CSSStyleDeclaration)
    if ('cssRules' in rule) dropFetchingRules(rule.cssRules as CSSRuleList)
  }
}
