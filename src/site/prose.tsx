/** A Markdown body, rendered and sanitised by the server. */
export function Prose({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when it was rendered from Markdown
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
