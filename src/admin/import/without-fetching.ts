/** Functions in CSS values that may load a resource (`url()` and others), refer to another value, or are escaped. */
const mayFetch = /\b(?:url|src|image|image-set|cross-fade|element|paint|var|env|attr)\(|\\/i

/**
 * Removes declarations that may load a resource. It checks the parsed style, so that no spelling (`u\rl(…)`) escapes; custom properties are removed, because they
 * are stored unparsed.
 */
export function dropFetching(style: CSSStyleDeclaration): void {
  for (const name of [...style])
    if (name.startsWith('--') || mayFetch.test(style.getPropertyValue(name))) style.removeProperty(name)
}

/** Does the same for all rules of a style sheet, including nested ones. */
export function dropFetchingRules(rules: CSSRuleList): void {
  for (const rule of rules) {
    if ('style' in rule) dropFetching(rule.style as CSSStyleDeclaration)
    if ('cssRules' in rule) dropFetchingRules(rule.cssRules as CSSRuleList)
  }
}
