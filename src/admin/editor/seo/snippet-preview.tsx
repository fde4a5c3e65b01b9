import { cutText, pageDescription, shownDescriptionLength, shownTitleLength } from '#domain/seo/snippet.ts'

/** The search result of an item: its address, title and description, cut as search engines do. */
export function SnippetPreview({
  title,
  excerpt,
  metaDescription,
  address,
  siteName,
}: {
  title: string
  excerpt: string
  metaDescription: string
  /** A path on this site. */
  address: string
  siteName?: string | undefined
}) {
  const description = pageDescription(metaDescription.trim() || null, excerpt.trim())
  const whole = title.trim() && siteName ? `${title.trim()} · ${siteName}` : title.trim()
  return (
    <section aria-label="Search result preview">
      <h3 className="font-semibold">Search result</h3>
      <div className="seo-snippet">
        <p className="seo-snippet-url">{[location.host, ...address.split('/').filter(Boolean)].join(' › ')}</p>
        <p className="seo-snippet-title">{cutText(whole, shownTitleLength) || 'Untitled'}</p>
        <p className="seo-snippet-text">
          {cutText(description, shownDescriptionLength) ||
            'Without an excerpt and a meta description, search engines pick a sentence of the text.'}
        </p>
      </div>
      {!metaDescription.trim() && description && (
        <p className="mt-2 text-tiny text-muted">
          The description is the first 155 characters of the excerpt: none was written.
        </p>
      )}
    </section>
  )
}
