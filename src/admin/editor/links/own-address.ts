/** The short path of an address of this site (`https://site/article/a` → `/article/a`); null for any other text. */
export function ownPath(text: string, origin = location.origin): string | null {
  const typed = text.trim()
  if (/^\/(?!\/)\S*$/.test(typed)) return typed
  if (!/^https?:\/\/\S+$/i.test(typed) || !URL.canParse(typed)) return null
  const url = new URL(typed)
  return url.origin === origin ? url.pathname + url.search + url.hash : null
}
