/** A Markdown body, rendered and sanitised by the server. */
export function Prose({ html, className = '' }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when it was rendered from Markdown
  return <div className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
}
