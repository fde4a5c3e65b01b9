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
      <div className="max-w-160 mt-3 py-4 px-4.5 border border-line rounded-card bg-snippet [font-family:Arial,Helvetica,sans-serif] wrap-anywhere">
        <p className="text-13 text-snippet-url">{[location.host, ...address.split('/').filter(Boolean)].join(' › ')}</p>
        <p className="mt-0.5 text-20/[1.3] text-snippet-title">{cutText(whole, shownTitleLength) || 'Untitled'}</p>
        <p className="mt-0.75 text-14/[1.57] text-snippet-text">
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
